/* A reader of the block style in which nearly all manifests are written: stricter than YAML, and unsure of the rest.

   What it accepts is YAML, and means what it says; whatever it is unsure of is left to the readers in Python. The text
   is UTF-8, of one document without its `---` (load/text.py, load/documents.py).

   Every function that reads a part of the text returns whether it could. Where it could not, either a Python exception
   is set or the reader is unsure; both end the reading. It leaves the reader at the first content behind the part.
   A value is set, and then owned by the caller, only where the function could read it. */

#ifndef OWNERLINT_READER_H
#define OWNERLINT_READER_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <string.h>

/* What is wanted of a value. From UNIQUE on, no key may stand twice in a mapping; from BUILD on, there is a result. */
typedef enum {
    SKIP,        /* nothing but that it is YAML */
    UNIQUE,      /* that no key stands twice, at any depth */
    BUILD,       /* all of it, without the members that are left out */
    METADATA,    /* of an object's metadata, what `project` looks at */
    ANNOTATIONS, /* of annotations, the one that is ours */
} Want;

enum {
    MOST_LEVELS = 100, /* of nested collections */
    LONGEST_KEY = 500, /* bytes; libyaml takes a thousand characters */
    MOST_ANCHORS = 64,
    MOST_ALIASES = 1000, /* too few to be excessive (load/tree.py), as an anchor's value is a scalar */
    NO_MORE = -1,     /* the column of the content behind the last one */
};

/* A key, without its quotes, or the name of an anchor. */
typedef struct {
    const char *text;
    Py_ssize_t length;
    bool plain;
} Key;

/* The anchors so far: a set of names, as each stands for a scalar. */
typedef struct {
    Key names[MOST_ANCHORS];
    int count;
    int aliases;
} Anchors;

typedef struct {
    const char *text;
    Py_ssize_t end;     /* of the text */
    Py_ssize_t at;      /* the reader's place */
    Py_ssize_t line;    /* where its line begins */
    Py_ssize_t column;  /* of the content, where the reader stands at the first content of a line */
    bool commented;     /* a comment stands between this content and the one before */
    int levels;         /* of collections that are open */
    Anchors *anchors;
    PyObject *resolve;  /* from the text of a plain scalar to its value */
    PyObject *left_out; /* set of the names of members that are skipped, at any depth; NULL for those of UNREAD */
} Reader;

/* Text that is put together of lines: never longer than what it is made from. */
typedef struct {
    char *text;
    Py_ssize_t length;
} Buffer;

typedef enum { NO_KEY, A_KEY, UNSURE_OF_KEY } Finding;

/* lines.c */
bool has_only_allowed_characters(const char *text, Py_ssize_t length);
bool next_content(Reader *reader);
bool end_line(Reader *reader);
Finding find_key(Reader *reader, Key *key);

/* scalars.c */
bool make_buffer(Buffer *buffer, Py_ssize_t most);
void append(Buffer *buffer, const char *text, Py_ssize_t length);
void fold(Buffer *buffer, Py_ssize_t breaks);
bool make_text(const char *text, Py_ssize_t length, PyObject **value);
bool resolved(const Reader *reader, const char *text, Py_ssize_t length, PyObject **value);
bool read_plain(Reader *reader, Py_ssize_t parent, Want want, PyObject **value);

/* quoted.c */
bool read_quoted(Reader *reader, Want want, PyObject **value);

/* block_scalars.c */
bool read_block_scalar(Reader *reader, Py_ssize_t parent, Want want, PyObject **value);

/* anchors.c */
bool read_anchor(Reader *reader);
bool read_alias(Reader *reader);

/* members.c */
Want wanted_of_member(const Key *key, Want want);
bool is_merge(const Key *key);
bool add_member(const Reader *reader, const Key *key, PyObject *seen, PyObject **name);

/* flow.c */
bool read_flow(Reader *reader, Want want, PyObject **value);

/* blocks.c */
bool is_bare(Reader *reader, bool *sure);
bool read_entry(Reader *reader, Py_ssize_t column, Want want, PyObject **value);
bool next_item(const Reader *reader, Py_ssize_t column, bool of_key, bool *sure);
bool next_entry(Reader *reader, Py_ssize_t column, Key *key, bool *sure);
bool read_sequence(Reader *reader, Py_ssize_t column, bool of_key, Want want, PyObject **value);
bool read_mapping(Reader *reader, Py_ssize_t column, Key key, Want want, PyObject **value);

/* objects.c */
bool read_object(Reader *reader, Py_ssize_t column, Key key, PyObject *top, PyObject **items);

static inline char
char_at(const Reader *reader, Py_ssize_t at)
{
    return at < reader->end ? reader->text[at] : '\n';
}

/* Whether a blank or the end of the line stands there. A tab is left to other readers wherever it may matter. */
static inline bool
is_end_of_mark(const Reader *reader, Py_ssize_t at)
{
    char found = char_at(reader, at);
    return found == ' ' || found == '\n';
}

static inline bool
at_dash(const Reader *reader)
{
    return char_at(reader, reader->at) == '-' && is_end_of_mark(reader, reader->at + 1);
}

static inline void
skip_spaces(Reader *reader)
{
    while (reader->at < reader->end && reader->text[reader->at] == ' ')
        reader->at++;
}

/* Whether a document marker stands there: not even a quoted scalar may have one at the beginning of a line. */
static inline bool
at_marker(const Reader *reader)
{
    char first = char_at(reader, reader->at);
    return (first == '-' || first == '.') && char_at(reader, reader->at + 1) == first &&
           char_at(reader, reader->at + 2) == first && strchr(" \t\n", char_at(reader, reader->at + 3)) != NULL;
}

/* Go behind a line end and the spaces that the next line begins with, unless there is a document marker. */
static inline bool
next_line(Reader *reader)
{
    reader->line = ++reader->at;
    if (at_marker(reader))
        return false;
    skip_spaces(reader);
    return true;
}

static inline Py_ssize_t
line_end(const Reader *reader, Py_ssize_t from)
{
    const char *found = memchr(reader->text + from, '\n', (size_t)(reader->end - from));
    return found == NULL ? reader->end : found - reader->text;
}

static inline bool
is_name(const Key *key, const char *name, size_t length)
{
    return (size_t)key->length == length && memcmp(key->text, name, length) == 0;
}

#define IS(key, name) is_name((key), (name), sizeof(name) - 1)

/* Whether a plain scalar can begin there. */
static inline bool
may_begin_plain(const Reader *reader, Py_ssize_t at)
{
    char first = char_at(reader, at);
    if (first == '-' || first == '?' || first == ':')
        return !is_end_of_mark(reader, at + 1);
    return strchr(",[]{}#&*!|>'\"%@` \t\n", first) == NULL;
}

/* Whether a plain scalar may be something else than a string, told from its beginning and its length. */
static inline bool
may_be_typed(const char *text, Py_ssize_t length)
{
    if (length == 0)
        return true;
    if (strchr("yYnNtTfFoO", text[0]) != NULL)
        return length <= 5; /* no word that means something is longer than `false` */
    return strchr("+-0123456789.~", text[0]) != NULL;
}

#endif
