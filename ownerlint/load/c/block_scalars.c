/* Scalars in block style, behind `|` or `>`. */

#include "reader.h"

/* What a block scalar's header says. */
typedef struct {
    bool literal;
    char chomping;     /* '-', '+' or 0 */
    Py_ssize_t indent; /* of the text; 0 where its first line tells */
} Header;

/* Read a header, and stay at the end of its line. */
static bool
read_header(Reader *reader, Py_ssize_t parent, Header *header)
{
    *header = (Header){reader->text[reader->at] == '|', 0, 0};
    for (reader->at++; !is_end_of_mark(reader, reader->at); reader->at++) {
        char found = reader->text[reader->at];
        if ((found == '-' || found == '+') && header->chomping == 0)
            header->chomping = found;
        else if (found >= '1' && found <= '9' && header->indent == 0)
            header->indent = parent + (found - '0');
        else
            return false;
    }
    Py_ssize_t start = reader->at;
    skip_spaces(reader);
    if (char_at(reader, reader->at) == '#' && reader->at > start)
        reader->at = line_end(reader, reader->at);
    return char_at(reader, reader->at) == '\n';
}

/* Take the first line with text: it tells the indent where the header does not. */
static bool
begin_text(const Reader *reader, Header *header, Py_ssize_t indent, Py_ssize_t widest, Py_ssize_t at)
{
    if (header->indent != 0)
        return true;
    header->indent = indent;
    return widest <= indent && reader->text[at] != '\t';
}

/* Find the end of a block scalar's text, beginning at the end of its header, and where its last line with text ends. */
static bool
find_text_end(Reader *reader, Py_ssize_t parent, Header *header, Py_ssize_t *last)
{
    Py_ssize_t widest = 0; /* of the blank lines before the text */
    bool begun = false;
    *last = reader->at;
    while (reader->at < reader->end) {
        Py_ssize_t start = reader->at + 1, at = start;
        while (at < reader->end && reader->text[at] == ' ')
            at++;
        Py_ssize_t indent = at - start;
        bool blank = char_at(reader, at) == '\n';
        if (!blank && indent <= parent)
            break;
        if (!blank && !begun)
            begun = begin_text(reader, header, indent, widest, at);
        if (!blank && (!begun || indent < header->indent))
            return false;
        if (!begun && indent > widest)
            widest = indent;
        reader->at = blank ? at : line_end(reader, at);
        if (!blank || (begun && indent > header->indent))
            *last = reader->at; /* blanks that go beyond the indent are text */
    }
    return begun || widest <= parent;
}

/* Make the value of a literal scalar whose header ends at `start`, and its last line with text at `last`. */
static bool
make_literal(const Reader *reader, const Header *header, Py_ssize_t start, Py_ssize_t last, PyObject **value)
{
    Buffer buffer;
    if (!make_buffer(&buffer, last - start + 1))
        return false;
    for (Py_ssize_t at = start; at < last;) {
        Py_ssize_t text = at + 1 + header->indent, end = line_end(reader, at + 1);
        if (at > start)
            append(&buffer, "\n", 1);
        if (end > text)
            append(&buffer, reader->text + text, end - text);
        at = end;
    }
    if (header->chomping == 0 && last > start)
        append(&buffer, "\n", 1);
    bool done = make_text(buffer.text, buffer.length, value);
    PyMem_Free(buffer.text);
    return done;
}

/* Read a block scalar; `parent` is the column of the collection that it stands in. */
bool
read_block_scalar(Reader *reader, Py_ssize_t parent, Want want, PyObject **value)
{
    Header header;
    Py_ssize_t last;
    if (!read_header(reader, parent, &header))
        return false;
    Py_ssize_t start = reader->at;
    if (!find_text_end(reader, parent, &header, &last) || !next_content(reader))
        return false;
    if (want < BUILD)
        return true;
    /* A text that ends without a line end has none in its value either. */
    return header.literal && header.chomping != '+' && last < reader->end &&
           make_literal(reader, &header, start, last, value);
}
