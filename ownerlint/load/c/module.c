/* The functions that Python sees. Their types stand in `_block.pyi`.

   Arguments are parsed without `#`: where that is built with Python 3.13, older versions refuse it. */

#include "reader.h"

/* Return None where the reader is unsure, and NULL where it failed. */
static PyObject *
unsure(void)
{
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

static bool
is_callable(PyObject *found)
{
    if (!PyCallable_Check(found))
        PyErr_SetString(PyExc_TypeError, "`resolve` must be callable");
    return PyCallable_Check(found);
}

static bool
is_set(PyObject *found)
{
    if (!PyAnySet_Check(found))
        PyErr_SetString(PyExc_TypeError, "`left_out` must be a set");
    return PyAnySet_Check(found);
}

static PyObject *
outline(PyObject *Py_UNUSED(module), PyObject *args)
{
    Anchors anchors = {.count = 0};
    Reader reader = {.anchors = &anchors};
    PyObject *data;
    char *text;
    if (!PyArg_ParseTuple(args, "SO:outline", &data, &reader.resolve) ||
        !is_callable(reader.resolve) || PyBytes_AsStringAndSize(data, &text, &reader.end) < 0)
        return NULL;
    reader.text = text;
    Key key;
    if (!has_only_allowed_characters(text, reader.end) || at_marker(&reader))
        return unsure();
    if (at_dash(&reader)) {
        if (!read_sequence(&reader, 0, false, SKIP, NULL) || reader.column != NO_MORE)
            return unsure();
        return PyTuple_Pack(2, Py_None, Py_None);
    }
    if (find_key(&reader, &key) != A_KEY)
        return unsure();
    PyObject *items = NULL, *top = PyDict_New(), *found = NULL;
    if (top != NULL && read_object(&reader, 0, key, top, &items) && reader.column == NO_MORE)
        found = PyTuple_Pack(2, top, items == NULL ? Py_None : items);
    Py_XDECREF(top);
    Py_XDECREF(items);
    return found == NULL ? unsure() : found;
}

static PyObject *
body(PyObject *Py_UNUSED(module), PyObject *args)
{
    Anchors anchors = {.count = 0};
    Reader reader = {.anchors = &anchors};
    PyObject *data;
    char *text;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "SnnnOO:body", &data, &reader.at, &reader.end, &reader.column, &reader.left_out,
                          &reader.resolve) ||
        !is_set(reader.left_out) || !is_callable(reader.resolve) || PyBytes_AsStringAndSize(data, &text, &size) < 0)
        return NULL;
    if (reader.column < 0 || reader.at < reader.column || reader.end < reader.at || reader.end > size) {
        PyErr_SetString(PyExc_ValueError, "no object can stand there");
        return NULL;
    }
    reader.text = text;
    reader.line = reader.at - reader.column;
    Key key;
    PyObject *found = NULL;
    Py_ssize_t column = reader.column;
    if (!has_only_allowed_characters(text + reader.at, reader.end - reader.at) || find_key(&reader, &key) != A_KEY ||
        !read_mapping(&reader, column, key, BUILD, &found))
        return unsure();
    if (reader.column != NO_MORE)
        Py_CLEAR(found); /* the object ends before `end` */
    return found == NULL ? unsure() : found;
}

static PyMethodDef METHODS[] = {
    {"outline", outline, METH_VARARGS, PyDoc_STR("Return what an outline has of a document; None where unsure.")},
    {"body", body, METH_VARARGS, PyDoc_STR("Return all of an object but what is left out; None where unsure.")},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot SLOTS[] = {
    {0, NULL},
};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ownerlint.load._block",
    .m_doc = PyDoc_STR("YAML in block style, read by rules that are stricter than YAML's."),
    .m_size = 0,
    .m_methods = METHODS,
    .m_slots = SLOTS,
};

PyMODINIT_FUNC
PyInit__block(void)
{
    return PyModuleDef_Init(&MODULE);
}
