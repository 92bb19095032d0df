#include "io/feature_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "graphsparse/core/suggest.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/repairs.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

constexpr std::string_view kGeoEnd = "!series_matrix_table_end";

// What lines above or below the header say of each sample: of a series matrix the titles and
// characteristics ("disease: tumour"), of a GCT its columns' annotations.
class SampleAnnotations {
 public:
  // Of a series matrix: the words behind "!Sample_" and one text a sample.
  void add_geo_line(const std::string& comment, std::int64_t line, std::size_t samples) {
    constexpr std::string_view mark = "Sample_";
    std::vector<std::string_view> fields;
    std::deque<std::string> unquoted;
    if (!comment.starts_with(mark)) return;
    if (!split_quoted(comment, Separator::tab, fields, unquoted)) return;
    if (fields.size() != samples + 1) return;
    const std::string_view name = fields[0].substr(mark.size());
    if (!name.starts_with("characteristics")) return add(name, fields, 1, line);
    // Samples may have theirs on different lines.
    for (std::size_t i = 0; i < samples; ++i) {
      const std::size_t colon = fields[i + 1].find(':');
      if (colon == std::string_view::npos) continue;
      SampleColumn& column = column_of(trimmed(fields[i + 1].substr(0, colon)), samples);
      column.values[i] = trimmed(fields[i + 1].substr(colon + 1));
      column.lines[i] = line;
    }
  }

  void add(std::string_view name, const std::vector<std::string_view>& fields, std::size_t first,
           std::int64_t line) {
    SampleColumn& column = column_of(name, fields.size() - first);
    for (std::size_t i = first; i < fields.size(); ++i) column.values[i - first] = fields[i];
    std::fill(column.lines.begin(), column.lines.end(), line);
  }

  const SampleColumn* find(const std::string& name) const {
    const auto found = std::find_if(columns_.begin(), columns_.end(),
                                    [&](const SampleColumn& one) { return one.name == name; });
    return found == columns_.end() ? nullptr : &*found;
  }

  // For messages about a name that is none of them: "; of its samples it tells ...".
  std::string described_beside(const std::string& name) const {
    if (columns_.empty()) return {};
    std::vector<std::string> names;
    for (const SampleColumn& column : columns_) names.push_back(column.name);
    return fmt::format("; of its samples it tells {}{}", listed(names), did_you_mean(name, names));
  }

 private:
  SampleColumn& column_of(std::string_view name, std::size_t samples) {
    const auto found = std::find_if(columns_.begin(), columns_.end(),
                                    [&](const SampleColumn& one) { return one.name == name; });
    if (found != columns_.end()) return *found;
    SampleColumn& column = columns_.emplace_back();
    column.name = name;
    column.values.resize(samples);
    column.lines.resize(samples);
    return column;
  }

  std::vector<SampleColumn> columns_;
};

// The header and the rows below it, whatever stands before them.
class FeatureRowReader {
 public:
  FeatureRowReader(const std::string& path, RowLayout layout)
      : path_(path), layout_(layout), rows_(open(path, layout)) {
    if (layout == RowLayout::gct) {
      read_gct_header();
    } else {
      read_header();
    }
  }

  const std::vector<std::string>& samples() const { return samples_; }
  const SampleAnnotations& annotations() const { return annotations_; }
  std::int64_t header_line() const { return header_line_; }
  std::int64_t line() const { return rows_.lines().line_number(); }

  bool next() {
    const bool has_row = is_row_pending_ || rows_.next();
    is_row_pending_ = false;
    if (has_row) {
      ++row_count_;
      check_field_count();
    } else {
      check_end();
    }
    return has_row;
  }

  std::string_view name() const { return rows_.fields().front(); }
  std::string_view value(std::size_t sample) const { return rows_.fields()[first_value_ + sample]; }
  [[noreturn]] void fail(const std::string& message) const { rows_.fail(message); }

 private:
  static RowReader open(const std::string& path, RowLayout layout) {
    if (layout == RowLayout::geo_series) return {path, Separator::tab, '!'};
    if (layout == RowLayout::gct) return {path, Separator::tab, '\0'};
    return RowReader(path);
  }

  void read_header() {
    if (!rows_.next()) fail_in(path_, "holds no table of values; expected a header and rows");
    std::vector<std::string> header(rows_.fields().begin(), rows_.fields().end());
    header_line_ = line();
    is_row_pending_ = rows_.next();
    // R leaves the place above row names out.
    const bool has_corner = !is_row_pending_ || rows_.fields().size() != header.size() + 1;
    samples_.assign(header.begin() + (has_corner ? 1 : 0), header.end());
    check_samples();
    if (layout_ != RowLayout::geo_series) return;
    for (const RowReader::Comment& comment : rows_.comments_above()) {
      annotations_.add_geo_line(comment.text, comment.line, samples_.size());
    }
  }

  std::int64_t gct_count(std::size_t place) const {
    const auto& fields = rows_.fields();
    const auto count = place < fields.size() ? parse_index(fields[place]) : std::nullopt;
    if (count) return *count;
    fail("expected the numbers of rows and columns, as in 3<TAB>2, on the second line of a .gct");
  }

  void read_gct_header() {
    if (!rows_.next_line()) fail_in(path_, "the file is empty");
    const bool has_annotations = rows_.fields().front() == "#1.3";
    if (!has_annotations && rows_.fields().front() != "#1.2") {
      fail("expected #1.2 or #1.3 on the first line of a .gct");
    }
    if (!rows_.next_line()) fail_in(path_, "is cut off after its first line");
    announced_rows_ = gct_count(0);
    const std::int64_t columns = gct_count(1);
    const auto row_annotations = static_cast<std::size_t>(has_annotations ? gct_count(2) : 1);
    const std::int64_t sample_annotations = has_annotations ? gct_count(3) : 0;
    if (!rows_.next_line()) fail_in(path_, "is cut off before its header");
    header_line_ = line();
    first_value_ = 1 + row_annotations;
    const auto& fields = rows_.fields();
    if (fields.size() != first_value_ + static_cast<std::size_t>(columns)) {
      fail(fmt::format("{} names where the second line announces {} samples beside {} columns",
                       fields.size(), columns, first_value_));
    }
    samples_.assign(fields.begin() + static_cast<std::ptrdiff_t>(first_value_), fields.end());
    for (std::int64_t i = 0; i < sample_annotations; ++i) {
      if (!rows_.next_line()) fail_in(path_, "is cut off among its annotations of samples");
      check_field_count();
      annotations_.add(rows_.fields().front(), rows_.fields(), first_value_, line());
    }
    check_samples();
  }

  void check_samples() const {
    if (samples_.empty()) {
      fail_at(path_, header_line_,
              fmt::format("no sample in the header; fields are separated by {}",
                          name_of(rows_.separator())));
    }
    number_distinct_names(samples_, "sample", [&](std::size_t i) {
      return fmt::format("{}: column {}", source_line(path_, header_line_), first_value_ + i + 1);
    });
  }

  void check_field_count() const {
    const std::size_t count = rows_.fields().size();
    const std::size_t wanted = first_value_ + samples_.size();
    if (count == wanted) return;
    fail(fmt::format("{} where the header on line {} asks for {}; {}",
                     counted(static_cast<std::int64_t>(count), "field"), header_line_, wanted,
                     rows_.lines().line_is_complete()
                         ? "every line needs as many fields as the header"
                         : "the file seems cut off"));
  }

  void check_end() const {
    if (layout_ == RowLayout::gct && row_count_ != announced_rows_) {
      fail_in(path_, fmt::format("{} rows where its second line announces {}; it {}", row_count_,
                                 announced_rows_,
                                 row_count_ < announced_rows_ ? "seems cut off" : "is damaged"));
    }
    const std::string_view last = trimmed(rows_.lines().line());
    if (layout_ == RowLayout::geo_series && !last.empty() && last.front() != '!') {
      fail_in(path_, fmt::format("ends without the line {}; the file seems cut off", kGeoEnd));
    }
  }

  std::string path_;
  RowLayout layout_;
  RowReader rows_;
  std::vector<std::string> samples_;
  SampleAnnotations annotations_;
  std::int64_t header_line_ = 0;
  std::size_t first_value_ = 1;
  std::int64_t announced_rows_ = 0;
  std::int64_t row_count_ = 0;
  bool is_row_pending_ = false;
};

class FeatureTable {
 public:
  FeatureTable(const std::string& path, RowLayout layout, const DataRequest& request,
               Problems& problems)
      : request_(request), choice_(request), problems_(problems), rows_(path, layout) {
    data_.source = path;
    data_.sample_names = rows_.samples();
    is_series_ = layout == RowLayout::geo_series;
    if (layout == RowLayout::features) return;
    data_.notes.push_back(fmt::format("{}: read as a {}, with features in rows and {} in columns",
                                      path,
                                      layout == RowLayout::gct ? "GCT file"
                                                               : "GEO series "
                                                                 "matrix",
                                      counted(sample_count(), "sample")));
  }

  Dataset read() {
    while (rows_.next()) read_row();
    if (is_series_ && first_name_.empty()) {
      fail_in(data_.source,
              "holds no values, as series of sequencing do not; their counts are among the "
              "supplementary files of the series");
    }
    choice_.check_all_dropped(data_.source, "row");
    require(request_.target, "target", data_.target);
    require(request_.group_column, "group", data_.groups);
    if (features_.names.empty()) {
      fail_in(data_.source,
              first_name_.empty()
                  ? "has a header but no features; expected one line per feature below it"
                  : fmt::format("has none of the features that are needed; they are called like {}",
                                in_quotes(first_name_)));
    }
    features_.samples = sample_count();
    features_.values = transposed(features_.values, features_.names.size(), rows_.samples().size());
    take_features(
        request_, std::move(features_),
        [&](std::size_t i) { return source_line(data_.source, lines_[i]); }, data_, problems_);
    return std::move(data_);
  }

 private:
  std::int64_t sample_count() const { return static_cast<std::int64_t>(rows_.samples().size()); }

  // A row that is not among the features may be among the annotations of samples.
  void require(const std::string& name, std::string_view what, std::optional<SampleColumn>& found) {
    if (name.empty()) return;
    if (!found) {
      if (const SampleColumn* column = rows_.annotations().find(name)) {
        found = *column;
        found->source = data_.source;
      }
    }
    if (found) return check_labels(what, *found);
    if (request_.columns_may_be_missing) return;
    fail_in(data_.source,
            fmt::format("no row {}, features being in rows{}; labels may be in a file of their own "
                        "with --labels",
                        in_quotes(name), rows_.annotations().described_beside(name)));
  }

  void check_labels(std::string_view what, const SampleColumn& column) {
    const bool is_target = what == "target";
    for (std::size_t i = 0; i < column.values.size(); ++i) {
      if (!is_missing_label(column.values[i])) continue;
      const std::string place = fmt::format("sample {}", in_quotes(rows_.samples()[i]));
      const std::string message = fmt::format("{}: the {} {} is missing; expected a value", place,
                                              what, in_quotes(column.name));
      if (!is_target) fail_in(data_.source, message);
      if (request_.columns_may_be_missing || request_.unlabelled == "drop") continue;
      problems_.add(Problems::Kind::no_label,
                    fmt::format("{}: {}", source_name(data_.source), message), place);
      problems_.set_remedy(Problems::Kind::no_label, "--unlabelled drop leaves such samples out");
    }
  }

  void take(std::optional<SampleColumn>& column) {
    column.emplace();
    column->source = data_.source;
    column->name = rows_.name();
    for (std::size_t i = 0; i < rows_.samples().size(); ++i) {
      column->values.emplace_back(rows_.value(i));
      column->lines.push_back(rows_.line());
    }
  }

  void read_row() {
    const std::string name(rows_.name());
    if (!request_.target.empty() && name == request_.target) return take(data_.target);
    if (!request_.group_column.empty() && name == request_.group_column) return take(data_.groups);
    const bool is_taken = choice_.takes(name);
    if (first_name_.empty()) first_name_ = name;
    if (!is_taken) return;
    features_.names.push_back(name);
    lines_.push_back(rows_.line());
    for (std::size_t i = 0; i < rows_.samples().size(); ++i) {
      const FieldValue value = read_field_value(rows_.value(i));
      if (value.problem) add_problem(i, value);
      features_.values.push_back(value.number);
    }
  }

  void add_problem(std::size_t sample, const FieldValue& value) {
    const std::string place = fmt::format("feature {}, sample {}", in_quotes(rows_.name()),
                                          in_quotes(rows_.samples()[sample]));
    if (*value.problem == Problems::Kind::missing_value && choice_.treats_missing()) return;
    problems_.add(*value.problem,
                  fmt::format("{}: {}: {}", source_line(data_.source, rows_.line()), place,
                              describe_problem(rows_.value(sample))),
                  place);
    if (*value.problem == Problems::Kind::no_number) {
      problems_.set_remedy(
          *value.problem, "--drop-columns leaves out features by name, where they hold no numbers");
    }
  }

  const DataRequest& request_;
  FeatureChoice choice_;
  Problems& problems_;
  FeatureRowReader rows_;
  Dataset data_;
  FeatureValues features_;  // feature by feature until all are read
  std::vector<std::int64_t> lines_;
  std::string first_name_;
  bool is_series_ = false;
};

}  // namespace

RowLayout row_layout_of(const std::string& path, const DataRequest& request) {
  const RowLayout plain = request.transpose ? RowLayout::features : RowLayout::samples;
  if (extension_of(path) == ".gct") return RowLayout::gct;
  if (!can_be_read_again(path)) return plain;
  LineReader lines(path);
  if (!lines.next()) return plain;
  const std::string_view first = lines.line();
  if (first.starts_with("!Series_") || first.starts_with("\"!Series_")) {
    return RowLayout::geo_series;
  }
  return trimmed(first) == "#1.2" || trimmed(first) == "#1.3" ? RowLayout::gct : plain;
}

bool has_sample_annotation(const std::string& path, RowLayout layout, const std::string& name) {
  return FeatureRowReader(path, layout).annotations().find(name) != nullptr;
}

FileColumn read_sample_annotation(const std::string& path, RowLayout layout,
                                  const std::string& name) {
  const FeatureRowReader rows(path, layout);
  const SampleColumn* const found = rows.annotations().find(name);
  if (found == nullptr) {
    fail_in(path, fmt::format("no column {} of its samples{}", in_quotes(name),
                              rows.annotations().described_beside(name)));
  }
  FileColumn column;
  static_cast<SampleColumn&>(column) = *found;
  column.source = path;
  column.ids = rows.samples();
  column.column_count = 2;
  return column;
}

Dataset read_feature_rows(const std::string& path, RowLayout layout, const DataRequest& request,
                          Problems& problems) {
  return FeatureTable(path, layout, request, problems).read();
}

}  // namespace graphsparse::io
