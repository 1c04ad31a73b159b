/* Members of mappings: which are wanted, and whether their keys mean what they say. */

#include "reader.h"

static bool
is_letter_of(char found, char small)
{
    return found == small || found == small - 'a' + 'A';
}

/* Whether a name in the metadata begins like `ownerReferences`, in any case. */
static bool
is_like_owner_references(const Key *key)
{
    static const char start[] = "ownerref";
    if ((size_t)key->length < sizeof(start) - 1)
        return false;
    for (size_t at = 0; at < sizeof(start) - 1; at++)
        if (!is_letter_of(key->text[at], start[at]))
            return false;
    return true;
}

/* Return what is wanted of a member of a mapping of which something is wanted. */
Want
wanted_of_member(const Key *key, Want want)
{
    switch (want) {
    case METADATA:
        if (IS(key, "annotations"))
            return ANNOTATIONS;
        if (IS(key, "name") || IS(key, "namespace") || IS(key, "uid") || IS(key, "finalizers") ||
            IS(key, "deletionTimestamp") || IS(key, "resourceVersion") || is_like_owner_references(key))
            return BUILD;
        return UNIQUE;
    case ANNOTATIONS:
        return IS(key, "ownerlint.dev/ignore") ? BUILD : UNIQUE;
    default:
        return want;
    }
}

/* Whether a key merges other mappings into its own. */
bool
is_merge(const Key *key)
{
    return key->plain && IS(key, "<<");
}

/* Whether a key means just what it says: no merge, and no number or word of YAML. */
static bool
is_string(const Reader *reader, const Key *key, PyObject *name)
{
    if (!key->plain || IS(key, "name"))
        return true;
    if (is_merge(key))
        return false;
    if (!may_be_typed(key->text, key->length))
        return true;
    PyObject *found = PyObject_CallFunctionObjArgs(reader->resolve, name, NULL);
    Py_XDECREF(found);
    return found == name;
}

/* Note a key of a mapping in which each may stand once, and return its name; NULL where its value is left out. */
bool
add_member(const Reader *reader, const Key *key, PyObject *seen, PyObject **name)
{
    *name = NULL;
    PyObject *found = PyUnicode_DecodeUTF8(key->text, key->length, NULL);
    if (found == NULL)
        return false;
    int known = is_string(reader, key, found) ? PySet_Contains(seen, found) : -1;
    if (known != 0 || PySet_Add(seen, found) < 0) {
        Py_DECREF(found);
        return false;
    }
    int left_out = reader->left_out == NULL ? IS(key, "managedFields") : PySet_Contains(reader->left_out, found);
    if (left_out != 0)
        Py_CLEAR(found);
    if (left_out < 0)
        return false;
    *name = found;
    return true;
}
