/* Scalars in quotes. */

#include "reader.h"

/* Return the character that an escape in double quotes stands for; 0 for one that is seldom written. */
static char
escaped(char mark)
{
    switch (mark) {
    case '"':
    case '\\':
    case '/':
        return mark;
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return 0;
    }
}

/* Whether an escape of the form `\u` stands for a character, told from the digits behind the mark. */
static bool
is_character(const Reader *reader, Py_ssize_t at)
{
    for (Py_ssize_t end = at + 4; at < end; at++) {
        char digit = char_at(reader, at);
        if (!((digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f') || (digit >= 'A' && digit <= 'F')))
            return false;
    }
    return strchr("dD", reader->text[at - 4]) == NULL; /* which may begin a surrogate */
}

/* Fold the line end at the reader's place inside a quoted scalar, and go to the content of the next line.

   Like libyaml, and unlike the specification, it takes further lines at any column. */
static bool
fold_quoted(Reader *reader, Buffer *buffer, bool is_escaped)
{
    Py_ssize_t breaks = 0;
    for (; char_at(reader, reader->at) == '\n'; breaks++)
        if (reader->at >= reader->end || !next_line(reader))
            return false;
    if (char_at(reader, reader->at) == '\t')
        return false;
    if (buffer == NULL)
        return true;
    if (is_escaped)
        return breaks == 1; /* blank lines behind an escaped line end: seldom, and easily misread */
    while (buffer->length > 0 && strchr(" \t", buffer->text[buffer->length - 1]) != NULL)
        buffer->length--;
    fold(buffer, breaks);
    return true;
}

/* Read an escape behind its backslash, unless it is one of a line end, and add the character that it stands for.

   Where no value is made, it is enough to know that libyaml takes the escape. */
static bool
read_escape(Reader *reader, Buffer *buffer)
{
    char mark = char_at(reader, reader->at);
    char found = escaped(mark);
    if (buffer == NULL) {
        bool known = found != 0 || strchr("0abvfe ", mark) != NULL;
        if (!known && !(mark == 'u' && is_character(reader, reader->at + 1)))
            return false;
    } else if (found == 0 || found == '\t') {
        return false; /* a tab before a line end would stay, unlike one that is written */
    } else {
        append(buffer, &found, 1);
    }
    reader->at++;
    return true;
}

/* Read what stands between the quotes, beginning behind the first. */
static bool
read_between(Reader *reader, char quote, Buffer *buffer)
{
    while (reader->at < reader->end) {
        char found = reader->text[reader->at];
        if (found == '\n') {
            if (!fold_quoted(reader, buffer, false))
                return false;
            continue;
        }
        reader->at++;
        if (found == '\\' && quote == '"') {
            bool is_line_end = char_at(reader, reader->at) == '\n';
            if (is_line_end ? !fold_quoted(reader, buffer, true) : !read_escape(reader, buffer))
                return false;
            continue;
        }
        if (found == quote) {
            if (quote == '"' || char_at(reader, reader->at) != quote)
                return true;
            reader->at++;
        }
        if (buffer != NULL)
            append(buffer, &found, 1);
    }
    return false;
}

/* Make the value of a quoted scalar that ends behind `end`; the reader is behind its first quote. */
static bool
make_quoted(Reader *reader, char quote, Py_ssize_t end, PyObject **value)
{
    const char *text = reader->text + reader->at;
    Py_ssize_t length = end - 1 - reader->at;
    size_t size = (size_t)length;
    if (memchr(text, '\n', size) == NULL && memchr(text, '\\', size) == NULL && memchr(text, quote, size) == NULL)
        return make_text(text, length, value);
    Buffer buffer;
    if (!make_buffer(&buffer, length))
        return false;
    bool done = read_between(reader, quote, &buffer) && make_text(buffer.text, buffer.length, value);
    PyMem_Free(buffer.text);
    return done;
}

/* Read a scalar in quotes, and stay behind the last. */
bool
read_quoted(Reader *reader, Want want, PyObject **value)
{
    char quote = reader->text[reader->at++];
    Reader ahead = *reader;
    if (!read_between(&ahead, quote, NULL) || (want >= BUILD && !make_quoted(reader, quote, ahead.at, value)))
        return false;
    reader->at = ahead.at;
    reader->line = ahead.line;
    return true;
}
