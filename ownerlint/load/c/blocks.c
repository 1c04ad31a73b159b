/* Values and collections in block style. */

#include "reader.h"

/* Read a value that begins on the reader's line behind a key or a dash. */
static bool
read_on_line(Reader *reader, Py_ssize_t parent, Want want, PyObject **value)
{
    switch (char_at(reader, reader->at)) {
    case '|':
    case '>':
        return read_block_scalar(reader, parent, want, value);
    case '"':
    case '\'':
        if (!read_quoted(reader, want, value))
            return false;
        break;
    case '[':
    case '{':
        if (!read_flow(reader, want, value))
            return false;
        break;
    case '&':
        return read_anchor(reader) && read_on_line(reader, parent, want, value);
    case '*':
        if (want >= BUILD || !read_alias(reader))
            return false;
        break;
    default:
        return read_plain(reader, parent, want, value);
    }
    if (end_line(reader))
        return true;
    if (want >= BUILD)
        Py_CLEAR(*value);
    return false;
}

/* Read a value that begins at the content of a line of its own. */
static bool
read_below(Reader *reader, Py_ssize_t parent, Want want, PyObject **value)
{
    Key key;
    if (at_dash(reader))
        return read_sequence(reader, reader->column, false, want, value);
    Py_ssize_t column = reader->column;
    switch (find_key(reader, &key)) {
    case A_KEY:
        return read_mapping(reader, column, key, want, value);
    case NO_KEY:
        /* The header of a block scalar seldom stands alone. */
        return strchr("|>", char_at(reader, reader->at)) == NULL && read_on_line(reader, parent, want, value);
    default:
        return false;
    }
}

/* Whether nothing but a comment stands behind a key or a dash; if so, the reader is at the next content. */
bool
is_bare(Reader *reader, bool *sure)
{
    skip_spaces(reader);
    char found = char_at(reader, reader->at);
    *sure = true;
    if (found != '\n' && found != '#')
        return false;
    reader->at = line_end(reader, reader->at);
    *sure = next_content(reader);
    return true;
}

static bool
read_nothing(Want want, PyObject **value)
{
    if (want >= BUILD) {
        Py_INCREF(Py_None);
        *value = Py_None;
    }
    return true;
}

/* Read what stands behind the colon of an entry of the mapping at a column. */
bool
read_entry(Reader *reader, Py_ssize_t column, Want want, PyObject **value)
{
    bool sure;
    if (!is_bare(reader, &sure))
        return read_on_line(reader, column, want, value);
    if (!sure)
        return false;
    if (reader->column > column)
        return read_below(reader, column, want, value);
    if (reader->column == column && at_dash(reader))
        return read_sequence(reader, column, true, want, value);
    return read_nothing(want, value);
}

/* Read what stands behind the dash of an item of the list at a column. */
static bool
read_item(Reader *reader, Py_ssize_t column, Want want, PyObject **value)
{
    bool sure;
    if (is_bare(reader, &sure)) {
        if (!sure)
            return false;
        return reader->column > column ? read_below(reader, column, want, value) : read_nothing(want, value);
    }
    Py_ssize_t inner = reader->at - reader->line;
    if (at_dash(reader))
        return read_sequence(reader, inner, false, want, value);
    Key key;
    switch (find_key(reader, &key)) {
    case A_KEY:
        return read_mapping(reader, inner, key, want, value);
    case NO_KEY:
        return read_on_line(reader, column, want, value);
    default:
        return false;
    }
}

/* Return whether the next item of the list at a column stands here; `sure` is false where the lines do not fit. */
bool
next_item(const Reader *reader, Py_ssize_t column, bool of_key, bool *sure)
{
    bool more = reader->column == column && at_dash(reader);
    *sure = more || reader->column < column || (of_key && reader->column == column);
    return more;
}

/* Read the list whose first dash the reader stands at; `of_key`: at the column of the key that it belongs to. */
bool
read_sequence(Reader *reader, Py_ssize_t column, bool of_key, Want want, PyObject **value)
{
    want = want > BUILD ? BUILD : want;
    PyObject *list = want == BUILD ? PyList_New(0) : NULL;
    if ((want == BUILD && list == NULL) || ++reader->levels > MOST_LEVELS)
        goto failed;
    bool sure;
    do {
        PyObject *item = NULL;
        reader->at++;
        if (!read_item(reader, column, want, &item))
            goto failed;
        if (list != NULL) {
            int outcome = PyList_Append(list, item);
            Py_DECREF(item);
            if (outcome < 0)
                goto failed;
        }
    } while (next_item(reader, column, of_key, &sure));
    if (!sure)
        goto failed;
    reader->levels--;
    if (list != NULL)
        *value = list;
    return true;
failed:
    Py_XDECREF(list);
    return false;
}

/* Go to the key of the next entry of the mapping at a column; return whether there is one. */
bool
next_entry(Reader *reader, Py_ssize_t column, Key *key, bool *sure)
{
    *sure = true;
    if (reader->column < column)
        return false;
    *sure = reader->column == column && !at_dash(reader) && find_key(reader, key) == A_KEY;
    return *sure;
}

/* Read one member of a mapping, and add it where it is wanted. */
static bool
read_member(Reader *reader, Py_ssize_t column, const Key *key, Want want, PyObject *seen, PyObject *mapping)
{
    if (want == SKIP)
        return read_entry(reader, column, SKIP, NULL);
    PyObject *name, *value = NULL;
    if (!add_member(reader, key, seen, &name))
        return false;
    bool done = read_entry(reader, column, name == NULL ? SKIP : wanted_of_member(key, want), &value);
    if (done && value != NULL)
        done = PyDict_SetItem(mapping, name, value) == 0;
    Py_XDECREF(name);
    Py_XDECREF(value);
    return done;
}

/* Read the mapping at a column, beginning behind the colon of its first key. */
bool
read_mapping(Reader *reader, Py_ssize_t column, Key key, Want want, PyObject **value)
{
    PyObject *seen = want > SKIP ? PySet_New(NULL) : NULL;
    PyObject *mapping = want >= BUILD ? PyDict_New() : NULL;
    if ((want > SKIP && seen == NULL) || (want >= BUILD && mapping == NULL) || ++reader->levels > MOST_LEVELS)
        goto failed;
    bool sure;
    do {
        if (!read_member(reader, column, &key, want, seen, mapping))
            goto failed;
    } while (next_entry(reader, column, &key, &sure));
    if (!sure)
        goto failed;
    reader->levels--;
    Py_XDECREF(seen);
    if (mapping != NULL)
        *value = mapping;
    return true;
failed:
    Py_XDECREF(seen);
    Py_XDECREF(mapping);
    return false;
}
