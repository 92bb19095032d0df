#include "io/shared_ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "io/file_and_part.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

namespace fs = std::filesystem;

using Values = std::vector<std::string>;
using Set = std::unordered_set<std::string_view>;

// A column of both tables.
struct Candidate {
  std::string name;
  std::size_t in_data = 0;
  std::size_t in_other = 0;
  Values data = {};
  Values other = {};
};

bool is_id(const std::string& text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && (!parse_number(text) || std::all_of(text.begin(), text.end(), is_digit));
}

bool are_distinct_ids(const Values& values) {
  return std::all_of(values.begin(), values.end(), is_id) &&
         Set(values.begin(), values.end()).size() == values.size();
}

std::size_t count_in(const Values& values, const Values& other) {
  const Set known(other.begin(), other.end());
  return static_cast<std::size_t>(
      std::count_if(values.begin(), values.end(),
                    [&](const std::string& value) { return known.contains(value); }));
}

// Ids by name may miss each other, for which joining has a message. Others must show that they are
// ids by being the same ones, most of them.
bool holds_ids(const Candidate& column) {
  if (!are_distinct_ids(column.data) || !are_distinct_ids(column.other)) return false;
  return names_ids(column.name) || 2 * count_in(column.data, column.other) > column.data.size();
}

bool is_reordered(const Candidate& column) {
  return column.data != column.other &&
         std::is_permutation(column.data.begin(), column.data.end(), column.other.begin(),
                             column.other.end());
}

class IdFinder {
 public:
  IdFinder(const std::string& data, const FileAndPart& other, const DataRequest& request)
      : data_(data), other_(other.path) {
    own_ = data_.next() && begins_with_ids(data_);
    (void)other_.next();
    find_candidates(other.part, request);
    read_candidates();
  }

  std::string decide() const {
    if (own_ids_serve_) return {};
    std::vector<std::string> names;
    std::vector<std::string> clear_names;
    for (const Candidate& column : candidates_) {
      if (!holds_ids(column)) continue;
      names.push_back(column.name);
      if (names_ids(column.name)) clear_names.push_back(column.name);
    }
    if (names.size() == 1) return names.front();
    if (clear_names.size() == 1) return clear_names.front();
    if (!names.empty()) {
      fail_in(data_.path(), fmt::format("the columns {} are in {} too, and each could hold the "
                                        "sample ids; say which does with --id-column",
                                        listed(names), other_.path()));
    }
    check_order();
    return {};
  }

 private:
  static bool is_once_in(const Values& header, std::string_view name) {
    return std::count(header.begin(), header.end(), name) == 1;
  }

  void find_candidates(const std::string& part, const DataRequest& request) {
    const Values& header = data_.header();
    const Values& other = other_.header();
    const std::string& value = part.empty() ? other.back() : part;
    for (std::size_t i = 0; i < header.size(); ++i) {
      const std::string& name = header[i];
      if (name == value || name == request.target || name == request.group_column) continue;
      if (!is_once_in(other, name) || !is_once_in(header, name)) continue;
      const auto j =
          static_cast<std::size_t>(std::find(other.begin(), other.end(), name) - other.begin());
      if (i == 0 && own_) own_ids_serve_ = true;
      if (i == 0 || j == 0 || names_ids(name)) candidates_.push_back({name, i, j});
    }
  }

  // One pass over each table, and none where there is no question.
  void read_candidates() {
    if (candidates_.empty() || own_ids_serve_) return;
    Values first_of_data;
    Values first_of_other;
    do {
      for (Candidate& column : candidates_)
        column.data.emplace_back(data_.fields()[column.in_data]);
      if (own_) first_of_data.emplace_back(data_.fields().front());
    } while (data_.next());
    do {
      for (Candidate& column : candidates_) {
        column.other.emplace_back(other_.fields()[column.in_other]);
      }
      if (own_) first_of_other.emplace_back(other_.fields().front());
    } while (other_.next());
    own_ids_serve_ = own_ && count_in(first_of_data, first_of_other) == first_of_data.size();
  }

  void check_order() const {
    for (const Candidate& column : candidates_) {
      if (!is_reordered(column)) continue;
      fail_in(data_.path(),
              fmt::format("the column {} has the same values in {}, in another order: the rows do "
                          "not correspond; say with --id-column which column holds the sample ids",
                          in_quotes(column.name), other_.path()));
    }
  }

  TableReader data_;
  TableReader other_;
  bool own_ = false;  // whether the data begins with ids whatever stands beside it
  bool own_ids_serve_ = false;
  std::vector<Candidate> candidates_;
};

bool can_be_read_twice(const std::string& path) {
  return is_table(path) && can_be_read_again(path);
}

bool are_one_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return a == b || fs::equivalent(a, b, ignored);
}

// Without what cannot be read: whoever reads it says so in the right words.
std::optional<IdFinder> make_finder(const std::string& data, const FileAndPart& other,
                                    const DataRequest& request) {
  try {
    return std::make_optional<IdFinder>(data, other, request);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

bool is_table(const std::string& path) {
  const std::string extension = extension_of(path);
  return extension == ".csv" || extension == ".tsv" || extension == ".txt";
}

bool begins_with_ids(const TableReader& table) {
  const std::string_view first = table.fields().front();
  return is_name_of_ids(table.header().front()) || (!first.empty() && !parse_number(first));
}

bool names_ids(std::string_view name) {
  constexpr std::array<std::string_view, 8> things = {
      "", "sample", "patient", "subject", "participant", "individual", "donor", "barcode"};
  std::string thing = lower_case(name);
  if (thing.empty()) return false;
  if (thing.ends_with("id")) {
    thing.resize(thing.size() - 2);
    if (thing.ends_with('_') || thing.ends_with(' ') || thing.ends_with('.')) thing.pop_back();
  }
  return std::find(things.begin(), things.end(), thing) != things.end();
}

std::string find_shared_ids(const std::string& data, const std::string& spec,
                            const DataRequest& request) {
  const FileAndPart other = split_file_and_part(spec);
  if (!can_be_read_twice(data) || !can_be_read_twice(other.path)) return {};
  if (are_one_file(data, other.path)) return {};
  const std::optional<IdFinder> finder = make_finder(data, other, request);
  return finder ? finder->decide() : std::string();
}

std::string find_shared_ids(const std::string& data, const DataRequest& request) {
  std::vector<std::string> specs = request.beside;
  if (!request.labels.empty()) specs.insert(specs.begin(), request.labels);
  std::string found;
  for (const std::string& spec : specs) {
    const std::string name = find_shared_ids(data, spec, request);
    if (!found.empty() && !name.empty() && name != found) {
      fail_in(data,
              fmt::format("the sample ids seem to be in {} by one file beside it, in {} by {}; "
                          "say with --id-column which column holds them",
                          in_quotes(found), in_quotes(name), spec));
    }
    if (found.empty()) found = name;
  }
  return found;
}

}  // namespace graphsparse::io
