/* Plain scalars, and what all scalars are made with. */

#include "reader.h"

/* Make room for so many bytes, to be given back with PyMem_Free. */
bool
make_buffer(Buffer *buffer, Py_ssize_t most)
{
    *buffer = (Buffer){PyMem_Malloc((size_t)most + 1), 0};
    if (buffer->text == NULL)
        PyErr_NoMemory();
    return buffer->text != NULL;
}

void
append(Buffer *buffer, const char *text, Py_ssize_t length)
{
    memcpy(buffer->text + buffer->length, text, (size_t)length);
    buffer->length += length;
}

/* Fold line ends: one is a space, of more than one each but the first counts. */
void
fold(Buffer *buffer, Py_ssize_t breaks)
{
    if (breaks == 1)
        buffer->text[buffer->length++] = ' ';
    for (; breaks > 1; breaks--)
        buffer->text[buffer->length++] = '\n';
}

bool
make_text(const char *text, Py_ssize_t length, PyObject **value)
{
    *value = PyUnicode_DecodeUTF8(text, length, NULL);
    return *value != NULL;
}

/* Make the value of a plain scalar. */
bool
resolved(const Reader *reader, const char *text, Py_ssize_t length, PyObject **value)
{
    PyObject *found = PyUnicode_DecodeUTF8(text, length, NULL);
    if (found == NULL || !may_be_typed(text, length)) {
        *value = found;
        return found != NULL;
    }
    *value = PyObject_CallFunctionObjArgs(reader->resolve, found, NULL);
    Py_DECREF(found);
    return *value != NULL;
}

/* Find where a line's part of a plain scalar ends; -1 where it may be something else. */
static Py_ssize_t
plain_end(Reader *reader, bool *commented)
{
    const char *text = reader->text;
    Py_ssize_t start = reader->at, at = start;
    *commented = false;
    for (; at < reader->end && text[at] != '\n'; at++) {
        if ((text[at] == ':' && is_end_of_mark(reader, at + 1)) || text[at] == '\t')
            return -1;
        if (text[at] == '#' && at > start && text[at - 1] == ' ') {
            *commented = true;
            break;
        }
    }
    reader->at = *commented ? line_end(reader, at) : at;
    while (at > start && text[at - 1] == ' ')
        at--;
    return at;
}

/* Read the further lines of a plain scalar whose first one ends at `end`. What looks like an item of a list is text. */
static bool
read_further_lines(Reader *reader, Py_ssize_t start, Py_ssize_t end, Py_ssize_t parent, Buffer *buffer)
{
    if (buffer != NULL)
        append(buffer, reader->text + start, end - start);
    bool commented = false;
    while (reader->column > parent) {
        if (commented || reader->commented)
            return false;
        Py_ssize_t breaks = 0;
        for (Py_ssize_t at = end; buffer != NULL && at < reader->at; at++)
            breaks += reader->text[at] == '\n';
        start = reader->at;
        end = plain_end(reader, &commented);
        if (end < 0)
            return false;
        if (buffer != NULL) {
            fold(buffer, breaks);
            append(buffer, reader->text + start, end - start);
        }
        if (!next_content(reader))
            return false;
    }
    return true;
}

/* Read a plain scalar; `parent` is the column of the collection that it stands in. */
bool
read_plain(Reader *reader, Py_ssize_t parent, Want want, PyObject **value)
{
    if (!may_begin_plain(reader, reader->at))
        return false;
    bool commented;
    Py_ssize_t start = reader->at;
    Py_ssize_t end = plain_end(reader, &commented);
    if (end < 0 || !next_content(reader))
        return false;
    if (reader->column <= parent)
        return want < BUILD || resolved(reader, reader->text + start, end - start, value);
    if (commented)
        return false;
    if (want < BUILD)
        return read_further_lines(reader, start, end, parent, NULL);
    Reader ahead = *reader;
    if (!read_further_lines(&ahead, start, end, parent, NULL))
        return false;
    Py_ssize_t last = ahead.column == NO_MORE ? ahead.end : ahead.at;
    Buffer buffer;
    if (!make_buffer(&buffer, last - start))
        return false;
    bool done = read_further_lines(reader, start, end, parent, &buffer) &&
                resolved(reader, buffer.text, buffer.length, value);
    PyMem_Free(buffer.text);
    return done;
}
