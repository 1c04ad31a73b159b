/* Objects: what an outline has of them, alone or in a list. */

#include "reader.h"

/* Read one item of a list of objects: add its offsets, its column and what an outline has of it. */
static bool
read_listed(Reader *reader, PyObject *items)
{
    bool sure;
    reader->at++;
    if (is_bare(reader, &sure))
        return false;
    Py_ssize_t start = reader->at, column = start - reader->line;
    Key key;
    if (at_dash(reader) || find_key(reader, &key) != A_KEY)
        return false;
    PyObject *top = PyDict_New();
    if (top == NULL || !read_object(reader, column, key, top, NULL)) {
        Py_XDECREF(top);
        return false;
    }
    Py_ssize_t end = reader->column == NO_MORE ? reader->end : reader->line;
    PyObject *item = Py_BuildValue("nnnN", start, end, column, top);
    int failed = item == NULL ? -1 : PyList_Append(items, item);
    Py_XDECREF(item);
    return failed == 0;
}

/* Read the value of the entry `items` of the mapping at a column: objects, an empty list, or nothing at all. */
static bool
read_items(Reader *reader, Py_ssize_t column, PyObject **items)
{
    bool sure;
    if (!is_bare(reader, &sure)) {
        if (char_at(reader, reader->at) != '[' || char_at(reader, reader->at + 1) != ']')
            return false;
        reader->at += 2;
        *items = PyList_New(0);
        return *items != NULL && end_line(reader);
    }
    if (!sure || (reader->column > column && !at_dash(reader)))
        return false;
    if (reader->column < column || !at_dash(reader))
        return true;
    Py_ssize_t own = reader->column;
    *items = PyList_New(0);
    if (*items == NULL)
        return false;
    do {
        if (!read_listed(reader, *items))
            return false;
    } while (next_item(reader, own, own == column, &sure));
    return sure;
}

/* Return what is wanted of an outermost member of an object. */
static Want
wanted_of_top(const Key *key)
{
    if (IS(key, "metadata"))
        return METADATA;
    return IS(key, "apiVersion") || IS(key, "kind") || IS(key, "ownerReferences") ? BUILD : SKIP;
}

/* Read one outermost member into `top`, where it is wanted; it must not stand there yet. */
static bool
read_top(Reader *reader, Py_ssize_t column, const Key *key, Want want, PyObject *top)
{
    PyObject *name = PyUnicode_DecodeUTF8(key->text, key->length, NULL), *value = NULL;
    bool done = name != NULL && PyDict_Contains(top, name) == 0 && read_entry(reader, column, want, &value) &&
                PyDict_SetItem(top, name, value) == 0;
    Py_XDECREF(name);
    Py_XDECREF(value);
    return done;
}

/* Read the object at a column, beginning behind the colon of its first key.

   `top` takes the members of interest; `items` the objects of a list, where it is one. An object in a list has no
   `items`: NULL. The caller owns what is in either, also where the reading fails. */
bool
read_object(Reader *reader, Py_ssize_t column, Key key, PyObject *top, PyObject **items)
{
    bool sure, listed = false;
    do {
        Want want = wanted_of_top(&key);
        if (is_merge(&key))
            return false; /* what it brings may be of interest */
        if (IS(&key, "items")) {
            if (items == NULL || listed || !read_items(reader, column, items))
                return false;
            listed = true;
        } else if (want == SKIP ? !read_entry(reader, column, SKIP, NULL)
                                : !read_top(reader, column, &key, want, top)) {
            return false;
        }
    } while (next_entry(reader, column, &key, &sure));
    return sure;
}
