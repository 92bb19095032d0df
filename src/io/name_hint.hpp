// Why no name of one file is in another, where that can be seen from the names.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace graphsparse::io {

// "; they differ in ...: write them alike" where names would be the same but for case, versions,
// the number of the species or quotes, as `left` has them; nothing else.
std::string describe_likeness(std::span<const std::string> left,
                              std::span<const std::string> right);

// The same, or else what kinds of names nodes and features are: proteins of STRING, probes.
std::string describe_mismatch(std::span<const std::string> nodes,
                              std::span<const std::string> features);

// Whether a spreadsheet made it of a gene, as 1-Mar of MARCH1.
bool is_date_of_gene(std::string_view name);

}  // namespace graphsparse::io
