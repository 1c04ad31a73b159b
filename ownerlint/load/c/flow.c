/* Collections in flow style, of scalars that are plain words or stand in quotes on one line. */

#include "reader.h"

/* Skip blanks, line ends and comments. */
static bool
skip_between(Reader *reader)
{
    for (;;) {
        skip_spaces(reader);
        char found = char_at(reader, reader->at);
        if (found == '#' && (reader->at == reader->line || reader->text[reader->at - 1] == ' '))
            reader->at = line_end(reader, reader->at);
        else if (found != '\n')
            return found != '\t' && found != '#';
        if (reader->at >= reader->end || !next_line(reader))
            return false;
    }
}

static bool
is_of_word(char found)
{
    return (found >= 'a' && found <= 'z') || (found >= 'A' && found <= 'Z') || (found >= '0' && found <= '9') ||
           strchr("_./$()+=~^;<>-", found) != NULL;
}

/* Find a key or a plain scalar on the reader's line; `plain` tells whether it stands in no quotes. */
static bool
find_scalar(Reader *reader, Key *scalar)
{
    const char *text = reader->text;
    Py_ssize_t start = reader->at, at = start;
    char first = char_at(reader, start);
    if (first == '"' || first == '\'') {
        for (at = ++start; at < reader->end && text[at] != first; at++)
            if (text[at] == '\n' || (text[at] == '\\' && first == '"'))
                return false;
        if (at >= reader->end || char_at(reader, at + 1) == first)
            return false;
        *scalar = (Key){text + start, at - start, false};
        reader->at = at + 1;
        return true;
    }
    if (!is_of_word(first) || strchr("()+=^;<>", first) != NULL ||
        (first == '-' && !is_of_word(char_at(reader, at + 1))))
        return false;
    while (at < reader->end && (is_of_word(text[at]) || text[at] == ' '))
        at++;
    reader->at = at;
    while (text[at - 1] == ' ')
        at--;
    *scalar = (Key){text + start, at - start, true};
    return true;
}

static bool
read_scalar(Reader *reader, Want want, PyObject **value)
{
    Key scalar;
    if (strchr("\"'", char_at(reader, reader->at)) != NULL)
        return read_quoted(reader, want, value);
    return find_scalar(reader, &scalar) && (want < BUILD || resolved(reader, scalar.text, scalar.length, value));
}

static bool
read_value(Reader *reader, Want want, PyObject **value)
{
    char first = char_at(reader, reader->at);
    return first == '[' || first == '{' ? read_flow(reader, want, value) : read_scalar(reader, want, value);
}

static bool
read_elements(Reader *reader, Want want, PyObject *list)
{
    for (;;) {
        if (!skip_between(reader))
            return false;
        if (char_at(reader, reader->at) == ']')
            return true;
        PyObject *element = NULL;
        if (!read_value(reader, want, &element))
            return false;
        if (list != NULL) {
            int failed = PyList_Append(list, element);
            Py_DECREF(element);
            if (failed)
                return false;
        }
        if (!skip_between(reader))
            return false;
        if (char_at(reader, reader->at) == ',')
            reader->at++;
        else if (char_at(reader, reader->at) != ']')
            return false;
    }
}

/* Read one member and add it to the mapping, where there is one. */
static bool
read_member(Reader *reader, Want want, PyObject *seen, PyObject *mapping)
{
    Key key;
    if (!find_scalar(reader, &key) || char_at(reader, reader->at) != ':' || key.length > LONGEST_KEY)
        return false;
    if (key.plain && (key.text + key.length != reader->text + reader->at || !is_end_of_mark(reader, reader->at + 1)))
        return false;
    reader->at++;
    if (!skip_between(reader))
        return false;
    PyObject *name = NULL, *value = NULL;
    if (want > SKIP && !add_member(reader, &key, seen, &name))
        return false;
    bool left_out = want > SKIP && name == NULL;
    bool done = read_value(reader, left_out ? SKIP : want, &value);
    if (done && value != NULL)
        done = PyDict_SetItem(mapping, name, value) == 0;
    Py_XDECREF(name);
    Py_XDECREF(value);
    return done;
}

static bool
read_members(Reader *reader, Want want, PyObject *mapping)
{
    PyObject *seen = want > SKIP ? PySet_New(NULL) : NULL;
    if (want > SKIP && seen == NULL)
        return false;
    bool done = false;
    for (;;) {
        if (!skip_between(reader))
            break;
        if (char_at(reader, reader->at) == '}') {
            done = true;
            break;
        }
        if (!read_member(reader, want, seen, mapping) || !skip_between(reader))
            break;
        if (char_at(reader, reader->at) == ',')
            reader->at++;
        else if (char_at(reader, reader->at) != '}')
            break;
    }
    Py_XDECREF(seen);
    return done;
}

/* Read the collection that begins at the reader's place, and stay behind its last bracket. */
bool
read_flow(Reader *reader, Want want, PyObject **value)
{
    bool is_list = reader->text[reader->at++] == '[';
    PyObject *found = NULL;
    want = want > BUILD ? BUILD : want;
    if (++reader->levels > MOST_LEVELS)
        return false;
    if (want == BUILD) {
        found = is_list ? PyList_New(0) : PyDict_New();
        if (found == NULL)
            return false;
    }
    if (!(is_list ? read_elements(reader, want, found) : read_members(reader, want, found))) {
        Py_XDECREF(found);
        return false;
    }
    reader->at++;
    reader->levels--;
    if (found != NULL)
        *value = found;
    return true;
}
