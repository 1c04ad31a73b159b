/* Anchors of scalars, and aliases of them. */

#include "reader.h"

/* Read the name of an anchor or an alias, beginning at its mark. */
static bool
read_name(Reader *reader, Key *name)
{
    Py_ssize_t start = ++reader->at;
    for (; !is_end_of_mark(reader, reader->at); reader->at++) {
        char found = reader->text[reader->at];
        if (!((found >= 'a' && found <= 'z') || (found >= 'A' && found <= 'Z') || (found >= '0' && found <= '9') ||
              found == '_' || found == '-'))
            return false;
    }
    *name = (Key){reader->text + start, reader->at - start, true};
    return name->length > 0;
}

/* Read an anchor, and go to the scalar on the same line that it stands for. */
bool
read_anchor(Reader *reader)
{
    Anchors *anchors = reader->anchors;
    if (anchors->count == MOST_ANCHORS || !read_name(reader, &anchors->names[anchors->count]))
        return false;
    anchors->count++;
    skip_spaces(reader);
    return strchr("\n#[{|>&*", char_at(reader, reader->at)) == NULL;
}

/* Read an alias of an anchor before it. */
bool
read_alias(Reader *reader)
{
    Key name;
    Anchors *anchors = reader->anchors;
    if (!read_name(reader, &name) || ++anchors->aliases > MOST_ALIASES)
        return false;
    for (int at = 0; at < anchors->count; at++)
        if (is_name(&name, anchors->names[at].text, (size_t)anchors->names[at].length))
            return true;
    return false;
}
