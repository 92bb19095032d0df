#include "io/sample_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/io/class_labels.hpp"
#include "io/input_file.hpp"
#include "io/join.hpp"
#include "io/listing.hpp"
#include "io/name_hint.hpp"
#include "io/repairs.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

bool is_number(const std::string& text) { return std::isfinite(parse_number(text).value_or(NAN)); }

// A first line that may be a header is none if it is a number, and is one if it is a word above
// numbers. Above words it is one if there are as many of these as are needed.
void resolve_header(FileColumn& column, std::int64_t count) {
  if (!column.has_doubtful_header) return;
  const bool is_above_numbers =
      !column.values.empty() && std::all_of(column.values.begin(), column.values.end(), is_number);
  const bool fits = static_cast<std::int64_t>(column.values.size()) == count;
  if (!is_number(column.name) && (is_above_numbers || fits)) return;
  column.take_header_as_value();
}

class LabelJoiner {
 public:
  LabelJoiner(const DataRequest& request, Dataset& data, Problems& problems)
      : request_(request),
        data_(data),
        problems_(problems),
        labels_(read_file_column(request.labels, request.id_column)) {
    find_ids();
  }

  void join() {
    const bool by_id = !data_.sample_names.empty() && ids_are_ids();
    if (!labels_.ids.empty() && ids_are_ids()) check_not_transposed();
    target_.source = labels_.source;
    if (by_id) {
      join_by_id();
    } else {
      join_by_position();
    }
    target_.name = labels_.name;
    data_.target = std::move(target_);
    drop_unlabelled();
  }

 private:
  // Where the user says nothing, the column that is called like that of the data. Another counts if
  // it has the data's ids and that has not.
  void find_ids() {
    if (request_.id_column.empty() && !data_.id_column.empty()) {
      FileColumn same_name = read_file_column(request_.labels, data_.id_column);
      const bool is_there = !same_name.ids.empty() && same_name.id_name == data_.id_column;
      if (is_there && (has_all_samples(same_name) || !has_all_samples(labels_))) {
        labels_ = std::move(same_name);
        ids_match_ = true;
        return;
      }
    }
    ids_match_ = has_all_samples(labels_);
  }

  bool has_all_samples(const FileColumn& column) const {
    if (data_.sample_names.empty() || column.ids.empty()) return false;
    NameTable ids;
    for (const std::string& id : column.ids) ids.intern(id);
    // A first line that may be a header may be a sample too.
    if (column.has_doubtful_header) ids.intern(column.id_name);
    return std::all_of(data_.sample_names.begin(), data_.sample_names.end(),
                       [&](const std::string& name) { return ids.find(name) != kNoNode; });
  }

  // Whether the first column of the labels holds sample ids: by its name, or by its values, which
  // are words or, in a table of ids and values alone, whole numbers.
  bool ids_are_ids() const {
    const std::vector<std::string>& ids = labels_.ids;
    if (ids.empty()) return false;
    if (ids_match_) return true;
    if (!labels_.has_doubtful_header || !parse_number(labels_.id_name)) {
      if (is_name_of_ids(labels_.id_name)) return true;
      if (!request_.id_column.empty() && labels_.id_name == request_.id_column) return true;
    }
    const auto is_no_number = [](const std::string& id) { return !parse_number(id); };
    if (std::all_of(ids.begin(), ids.end(), is_no_number)) return true;
    if (labels_.column_count != 2) return false;
    return std::all_of(ids.begin(), ids.end(),
                       [](const std::string& id) { return !parse_number(id) || parse_index(id); });
  }

  void check_not_transposed() const {
    if (data_.feature_names.empty()) return;
    NameTable features;
    for (const std::string& name : data_.feature_names) features.intern(name);
    NameTable samples;
    for (const std::string& name : data_.sample_names) samples.intern(name);
    const auto count_in = [&](const NameTable& names) {
      return std::count_if(labels_.ids.begin(), labels_.ids.end(),
                           [&](const std::string& id) { return names.find(id) != kNoNode; });
    };
    const auto among_features = count_in(features);
    const auto total = static_cast<std::ptrdiff_t>(labels_.ids.size());
    if (2 * among_features <= total || among_features <= count_in(samples)) return;
    fail_in(data_.source,
            fmt::format(
                "seems to be transposed: {} of the {} sample ids of {} are names of its "
                "columns; its rows must be samples, so exchange rows and columns with --transpose",
                among_features, total, labels_.source));
  }

  void take(std::size_t entry) {
    target_.values.push_back(labels_.values[entry]);
    if (entry < labels_.lines.size()) target_.lines.push_back(labels_.lines[entry]);
  }

  void take_nothing() {
    target_.values.emplace_back();
    if (!labels_.lines.empty()) target_.lines.push_back(0);
    is_labelled_.resize(target_.values.size(), true);
    is_labelled_.back() = false;
  }

  void drop_unlabelled() {
    if (is_labelled_.empty()) return;
    is_labelled_.resize(data_.target->values.size(), true);
    if (request_.unlabelled == "drop") keep_samples(is_labelled_, data_);
  }

  void join_by_id() {
    NameTable samples;
    for (const std::string& name : data_.sample_names) samples.intern(name);
    // A first line with the id of a sample is no header. One without would not be used anyway.
    if (labels_.has_doubtful_header && samples.find(labels_.id_name) != kNoNode) {
      labels_.take_header_as_value();
    }
    const NameTable ids = number_distinct_names(labels_.ids, "sample", [&](std::size_t i) {
      return labels_.where(static_cast<std::int64_t>(i));
    });
    std::vector<std::string> missing;
    std::size_t used = 0;
    for (const std::string& name : data_.sample_names) {
      const NodeId entry = ids.find(name);
      if (entry != kNoNode) ++used;
      if (entry == kNoNode || is_missing_label(labels_.values[static_cast<std::size_t>(entry)])) {
        missing.push_back(name);
        take_nothing();
      } else {
        take(static_cast<std::size_t>(entry));
      }
    }
    check_nothing_is_missing(missing);
    const std::size_t unused = labels_.values.size() - used;
    if (unused == 0) return;
    data_.notes.push_back(fmt::format("{} of {} without a sample in {}",
                                      counted(static_cast<std::int64_t>(unused), "label"),
                                      labels_.source, data_.source));
  }

  void check_nothing_is_missing(const std::vector<std::string>& missing) {
    if (missing.empty()) return;
    if (missing.size() == target_.values.size()) {
      throw InputError(fmt::format(
          "{} and {} have no sample id in common; samples are called like {} in the data, like {} "
          "in the labels{}",
          data_.source, labels_.source, in_quotes(data_.sample_names.front()),
          in_quotes(labels_.ids.empty() ? std::string() : labels_.ids.front()),
          describe_likeness(data_.sample_names, labels_.ids)));
    }
    const std::string samples =
        fmt::format("{} of {}: {}", counted(static_cast<std::int64_t>(missing.size()), "sample"),
                    data_.source, listed(missing));
    if (request_.unlabelled == "keep") return;
    if (request_.unlabelled == "drop") {
      data_.notes.push_back(fmt::format("{}: no label for {}, left out", labels_.source, samples));
      return;
    }
    problems_.add(Problems::Kind::no_label,
                  fmt::format("{}: no label for {}; give every sample one, or leave these out of "
                              "the data",
                              source_name(labels_.source), samples),
                  source_name(labels_.source));
    problems_.set_remedy(Problems::Kind::no_label, "--unlabelled drop does that");
  }

  void join_by_position() {
    check_two_columns_are_clear();
    check_no_ids_are_shared();
    const RowIndex rows = data_.design->rows();
    resolve_header(labels_, rows);
    const auto count = static_cast<RowIndex>(labels_.values.size());
    if (count != rows) fail_count(count, rows);
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < labels_.values.size(); ++i) {
      if (!is_missing_label(labels_.values[i])) {
        take(i);
        continue;
      }
      missing.push_back(data_.sample_name(static_cast<RowIndex>(i)));
      take_nothing();
    }
    check_nothing_is_missing(missing);
    note_position();
  }

  // Read with the labels in view, the data would have its ids. Now they are among its features.
  void check_no_ids_are_shared() const {
    if (!data_.sample_names.empty()) return;
    const std::string name = find_shared_ids(data_.source, request_.labels, request_);
    if (name.empty()) return;
    fail_in(labels_.source,
            fmt::format("the column {} seems to hold the sample ids here and in {}; "
                        "say so with --id-column {}",
                        in_quotes(name), data_.source, name));
  }

  // Arrays have no ids, so that nobody expects another thing of them.
  void note_position() {
    if (!is_table(labels_.source) && !is_table(data_.source)) return;
    const bool data_has_ids = !data_.sample_names.empty();
    std::string note = fmt::format(
        "{} is joined by position: {}", labels_.source,
        ids_are_ids() ? data_.source + " has no sample ids"
                      : (data_has_ids ? "it has no sample ids" : "neither file has sample ids"));
    const auto& notes = data_.notes;
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) {
      data_.notes.push_back(std::move(note));
    }
  }

  // Two columns of numbers: which of them the labels are is for the user to say.
  void check_two_columns_are_clear() const {
    if (!labels_.has_doubtful_header || labels_.column_count != 2 || ids_are_ids()) return;
    fail_in(labels_.source,
            fmt::format("two columns, and the first does not look like sample ids; say which is "
                        "meant, as in {}:{}",
                        labels_.source, is_word(labels_.name) ? labels_.name : "COLUMN"));
  }

  [[noreturn]] void fail_count(RowIndex count, RowIndex rows) const {
    std::string hint = "one value a row is needed";
    if (count == data_.design->columns()) {
      hint = fmt::format(
          "{} has so many columns, so it seems to be transposed: its rows must be "
          "samples",
          data_.source);
    } else if (count == rows + 1 && !data_.feature_names.empty() &&
               request_.feature_names.empty()) {
      hint = fmt::format("the first line of {} is read as the names of its features", data_.source);
    }
    fail_in(labels_.source, fmt::format("y has {} values, data has {} rows ({}); {}", count, rows,
                                        data_.source, hint));
  }

  const DataRequest& request_;
  Dataset& data_;
  Problems& problems_;
  FileColumn labels_;
  std::vector<bool> is_labelled_;  // empty: all are
  bool ids_match_ = false;         // the ids of the labels are the data's, by name or by value
  SampleColumn target_;
};

}  // namespace

void attach_labels(const DataRequest& request, Dataset& data, Problems& problems) {
  LabelJoiner(request, data, problems).join();
}

void drop_unlabelled_samples(Dataset& data) {
  if (!data.target) return;
  std::vector<bool> is_kept;
  for (const std::string& value : data.target->values) is_kept.push_back(!is_missing_label(value));
  const auto dropped = std::count(is_kept.begin(), is_kept.end(), false);
  if (dropped == 0) return;
  if (static_cast<std::size_t>(dropped) == is_kept.size()) {
    fail_in(data.source, "no sample has a label, so that --unlabelled drop would leave none");
  }
  data.notes.push_back(
      fmt::format("{}: {} without a label, left out", data.source, counted(dropped, "sample")));
  keep_samples(is_kept, data);
}

std::vector<std::string> read_names(const std::string& spec, const std::string& what,
                                    std::int64_t count, const Dataset& data) {
  FileColumn column = read_file_column(spec, {});
  if (column.has_doubtful_header && column.column_count > 1) {
    fail_in(column.source, fmt::format("two columns; say which holds the names, as in {}:{}",
                                       column.source, column.name));
  }
  resolve_header(column, count);
  const auto found = static_cast<std::int64_t>(column.values.size());
  if (found != count) {
    const bool is_feature = what == "feature";
    const std::int64_t other = is_feature ? data.design->rows() : data.design->columns();
    fail_in(column.source,
            fmt::format("{}, {} has {}; {}", counted(found, what + " name"), data.source,
                        counted(count, is_feature ? "column" : "row"),
                        found == other ? "it seems to be transposed: its rows must be samples"
                                       : "one name for each is needed"));
  }
  number_distinct_names(column.values, what,
                        [&](std::size_t i) { return column.where(static_cast<std::int64_t>(i)); });
  return std::move(column.values);
}

}  // namespace graphsparse::io

namespace graphsparse {
namespace {

// More are not looked for: three are too many already, and a few make a good message.
constexpr std::size_t kMostClasses = 11;

class ClassFinder {
 public:
  ClassFinder(const SampleColumn& target, std::span<const double> weights)
      : target_(target), weights_(weights), are_numbers_(all_are_numbers()) {}

  ClassLabels find() {
    for (std::size_t i = 0; i < target_.values.size() && classes_.size() < kMostClasses; ++i) {
      if (counts(i) && !is_known(target_.values[i])) classes_.push_back(target_.values[i]);
    }
    std::sort(classes_.begin(), classes_.end(),
              [this](const std::string& a, const std::string& b) { return comes_before(a, b); });
    check_two_classes();
    ClassLabels result;
    for (const std::string& value : target_.values) {
      result.labels.push_back(is_same(value, classes_[0]) ? -1.0 : 1.0);
    }
    result.classes = std::move(classes_);
    return result;
  }

 private:
  bool counts(std::size_t sample) const { return weights_.empty() || weights_[sample] > 0.0; }

  bool all_are_numbers() const {
    for (std::size_t i = 0; i < target_.values.size(); ++i) {
      if (!counts(i)) continue;
      const std::optional<double> number = io::parse_number(target_.values[i]);
      if (!number) return false;
      if (std::isfinite(*number)) continue;
      io::fail_in(target_.where(static_cast<std::int64_t>(i)),
                  fmt::format("the label {} stands for no class; leave samples without a label out",
                              io::in_quotes(target_.values[i])));
    }
    return true;
  }

  bool comes_before(const std::string& a, const std::string& b) const {
    return are_numbers_ ? *io::parse_number(a) < *io::parse_number(b) : a < b;
  }
  // Spelled the same, or, as with 1 and 1.0, the same number.
  bool is_same(const std::string& a, const std::string& b) const {
    if (a == b) return true;
    return are_numbers_ && io::parse_number(a) == io::parse_number(b);
  }
  bool is_known(const std::string& value) const {
    return std::any_of(classes_.begin(), classes_.end(),
                       [&](const std::string& known) { return is_same(known, value); });
  }

  void check_two_classes() const {
    if (classes_.size() == 2) return;
    if (classes_.size() == 1) {
      io::fail_in(target_.source,
                  fmt::format("every label is {}; the loss 'logistic' needs samples of two classes",
                              io::in_quotes(classes_[0])));
    }
    if (classes_.empty()) io::fail_in(target_.source, "no sample has a weight above 0");
    const std::string count = classes_.size() == kMostClasses
                                  ? fmt::format("more than {}", kMostClasses - 1)
                                  : std::to_string(classes_.size());
    io::fail_in(target_.source,
                fmt::format("{} different labels ({}); the loss 'logistic' needs two, numbers to "
                            "be predicted need another loss such as 'squares'",
                            count, io::listed(classes_)));
  }

  const SampleColumn& target_;
  std::span<const double> weights_;
  bool are_numbers_;
  std::vector<std::string> classes_;
};

}  // namespace

ClassLabels encode_classes(const SampleColumn& target, std::span<const double> weights) {
  if (target.given.empty()) return ClassFinder(target, weights).find();
  SampleColumn words = target;
  for (const double value : target.given) words.values.push_back(fmt::format("{}", value));
  return ClassFinder(words, weights).find();
}

}  // namespace graphsparse
