/* Lines: which characters they have, where their content begins, and which key. */

#include "reader.h"

/* Whether a byte is allowed (0), never allowed (1), or may begin a character that is not (2). */
static const unsigned char KINDS[256] = {
    [0x00] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, /* tabs and line feeds are allowed */
    [0x10] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    [0x7f] = 1, [0xc2] = 2, [0xe2] = 2, [0xef] = 2,
};

/* Whether YAML allows all these characters, none of which is a line end but for line feeds, or a byte order mark. */
bool
has_only_allowed_characters(const char *text, Py_ssize_t length)
{
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned char kinds = 0;
    for (Py_ssize_t at = 0; at < length; at++)
        kinds |= KINDS[bytes[at]];
    if (kinds & 1)
        return false;
    if (kinds == 0)
        return true;
    for (Py_ssize_t at = 0; at + 1 < length; at++) {
        if (bytes[at] == 0xc2 && bytes[at + 1] < 0xa0) /* control characters, the next-line character among them */
            return false;
        if (at + 2 >= length)
            continue;
        if (bytes[at] == 0xe2 && bytes[at + 1] == 0x80 && (bytes[at + 2] == 0xa8 || bytes[at + 2] == 0xa9))
            return false;
        if (bytes[at] == 0xef && bytes[at + 1] == 0xbb && bytes[at + 2] == 0xbf)
            return false;
        if (bytes[at] == 0xef && bytes[at + 1] == 0xbf && bytes[at + 2] >= 0xbe)
            return false;
    }
    return true;
}

/* Go to the end of a line with a marker; return whether it is the text's last line, and ends the document. */
static bool
skip_document_end(Reader *reader)
{
    bool is_end = char_at(reader, reader->at) == '.';
    reader->at += 3;
    skip_spaces(reader);
    Py_ssize_t end = line_end(reader, reader->at);
    bool is_bare = reader->at == end || reader->text[reader->at] == '#';
    reader->at = end;
    return is_end && is_bare && end + 1 >= reader->end;
}

/* Go from the end of a line to the first content of a later one. */
bool
next_content(Reader *reader)
{
    reader->commented = false;
    while (reader->at < reader->end) {
        if (!next_line(reader) && !skip_document_end(reader))
            return false;
        switch (char_at(reader, reader->at)) {
        case '\n':
            break;
        case '#':
            reader->commented = true;
            reader->at = line_end(reader, reader->at);
            break;
        case '\t':
            return false;
        default:
            reader->column = reader->at - reader->line;
            return true;
        }
    }
    reader->column = NO_MORE;
    return true;
}

/* Go on behind a value, where nothing but a comment may stand on its line. */
bool
end_line(Reader *reader)
{
    Py_ssize_t start = reader->at;
    skip_spaces(reader);
    char found = char_at(reader, reader->at);
    if (found == '#' && reader->at > start)
        reader->at = line_end(reader, reader->at);
    else if (found != '\n')
        return false;
    return next_content(reader);
}

/* Look for a quoted key on the reader's line. */
static Finding
find_quoted_key(Reader *reader, Key *key)
{
    char quote = reader->text[reader->at];
    Py_ssize_t start = reader->at + 1, at = start, end = line_end(reader, start);
    bool escapes = false;
    for (; at < end; at++) {
        char found = reader->text[at];
        if (quote == '"' && found == '\\') {
            escapes = true;
            at++;
        } else if (found == quote) {
            if (quote == '"' || char_at(reader, at + 1) != quote)
                break;
            escapes = true;
            at++;
        }
    }
    if (at >= end)
        return NO_KEY; /* a scalar of several lines */
    Py_ssize_t behind = at + 1;
    while (char_at(reader, behind) == ' ')
        behind++;
    if (char_at(reader, behind) != ':' || !is_end_of_mark(reader, behind + 1))
        return NO_KEY;
    if (escapes || behind - start > LONGEST_KEY)
        return UNSURE_OF_KEY;
    *key = (Key){reader->text + start, at - start, false};
    reader->at = behind + 1;
    return A_KEY;
}

/* Look for the key of an entry at the reader's place, and go behind its colon where there is one. */
Finding
find_key(Reader *reader, Key *key)
{
    char first = char_at(reader, reader->at);
    if (first == '"' || first == '\'')
        return find_quoted_key(reader, key);
    if (strchr("[{|>&*", first) != NULL)
        return NO_KEY; /* it would be seen at the latest where the colon stands */
    if (!may_begin_plain(reader, reader->at))
        return UNSURE_OF_KEY;
    const char *text = reader->text;
    Py_ssize_t start = reader->at, at = start;
    for (; at < reader->end && text[at] != '\n'; at++) {
        if (text[at] == ':' && is_end_of_mark(reader, at + 1)) {
            if (at - start > LONGEST_KEY)
                return UNSURE_OF_KEY;
            reader->at = at + 1;
            while (text[at - 1] == ' ')
                at--;
            *key = (Key){text + start, at - start, true};
            return A_KEY;
        }
        if (text[at] == '#' && text[at - 1] == ' ')
            return NO_KEY;
        if (text[at] == '\t')
            return UNSURE_OF_KEY;
    }
    return NO_KEY;
}
