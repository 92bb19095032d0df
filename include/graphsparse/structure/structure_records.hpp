// The structures that there are, one record each: its kind and what StructureRow says of it. The
// kind is also its name, and make_KIND_structure() makes it, in a file of its own.
#ifndef GRAPHSPARSE_STRUCTURE
#define GRAPHSPARSE_STRUCTURE(kind, ...)
#endif

GRAPHSPARSE_STRUCTURE(none, .summary = "any s features", .prefix = "sparse-")
GRAPHSPARSE_STRUCTURE(graph, .summary = "connected subgraphs of the graph", .prefix = "graph-",
                      .needs_graph = true)
GRAPHSPARSE_STRUCTURE(groups, .summary = "whole groups of features", .prefix = "group-",
                      .needs_groups = true)

#undef GRAPHSPARSE_STRUCTURE
