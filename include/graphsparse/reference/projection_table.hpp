// All projections by name: our own, and the authors' searches.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/projection/projection.hpp"

namespace graphsparse {

// The default first.
std::span<const ProjectionMethod> all_projection_methods();

// What `--projection` and `--method` accept: all names, earlier ones last.
std::vector<std::string> projection_names();

// By its name or an earlier one. Throws InputError for an unknown name, listing those there are.
const ProjectionMethod& find_projection(std::string_view name);

// Today's name of a method asked for by an earlier one; nothing for any other text.
std::optional<std::string_view> renamed_projection(std::string_view name);

// Whether it is one of the authors' searches, which cannot hit a single size.
bool is_authors_search(const ProjectionMethod& method);

// Throws InputError for an unknown name or bad options. The graph must outlive the projection.
std::unique_ptr<Projection> make_projection(std::string_view method, const Graph& graph,
                                            const ProjectionOptions& options);
std::unique_ptr<Projection> make_projection(std::string_view method, const Graph&& graph,
                                            const ProjectionOptions& options) = delete;

}  // namespace graphsparse
