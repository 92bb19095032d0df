#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include "graphsparse/data/sparse_matrix.hpp"
#include "io/compressed_matrix.hpp"
#include "io/data_readers.hpp"
#include "io/edge_readers.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/npy_bytes.hpp"
#include "io/text.hpp"
#include "io/zip_archive.hpp"

namespace graphsparse::io {
namespace {

constexpr std::string_view kNpySuffix = ".npy";

std::vector<std::string> array_names(const ZipArchive& archive) {
  std::vector<std::string> names;
  for (const std::string& name : archive.names()) {
    if (name.ends_with(kNpySuffix)) {
      names.push_back(name.substr(0, name.size() - kNpySuffix.size()));
    }
  }
  return names;
}

std::string bytes_of_array(const ZipArchive& archive, const std::string& name) {
  const std::string member = name + std::string(kNpySuffix);
  if (archive.has(member)) return archive.read(member);
  fail_in(archive.path(), fmt::format("has no array {}; the arrays are {}", in_quotes(name),
                                      listed(array_names(archive))));
}

std::string only_array(const ZipArchive& archive) {
  const std::vector<std::string> names = array_names(archive);
  if (names.empty()) fail_in(archive.path(), "holds no arrays; save it with numpy.savez");
  if (names.size() == 1) return names.front();
  fail_in(archive.path(), fmt::format("say which array is meant, as in {}:{}; the arrays are {}",
                                      archive.path(), names.front(), listed(names)));
}

std::string name_of_array(const ZipArchive& archive, const std::string& name) {
  return archive.path() + ":" + name;
}

// What scipy.sparse.save_npz writes.
class SparseNpz {
 public:
  explicit SparseNpz(const ZipArchive& archive) : archive_(archive) {}

  CompressedArrays read() const {
    const std::string form = format();
    CompressedArrays arrays;
    arrays.by_row = form != "csc";
    const std::vector<std::int64_t> shape = whole_numbers("shape");
    if (shape.size() != 2) fail_in(archive_.path(), "shape: expected two numbers; it is damaged");
    check_data_size(archive_.path(), shape[0], shape[1]);
    arrays.rows = shape[0];
    arrays.columns = shape[1];
    arrays.values = numbers("data");
    const auto count = std::visit([](const auto& values) { return values.size(); }, arrays.values);
    check_sparse_size(archive_.path(), arrays.rows, arrays.columns,
                      static_cast<std::int64_t>(count));
    if (form == "coo") {
      compress(whole_numbers("row"), whole_numbers("col"), arrays);
    } else {
      arrays.indices = to_raw(whole_numbers("indices"));
      arrays.offsets = whole_numbers("indptr");
    }
    check_compressed(arrays, archive_.path(), "the sparse matrix");
    return arrays;
  }

 private:
  std::string format() const {
    const std::string bytes = bytes_of_array(archive_, "format");
    const NpyHeader header = parse_npy_header(bytes, name_of_array(archive_, "format"));
    const auto words = header.is_text() ? npy_words(header, bytes) : std::vector<std::string>();
    std::string form = words.size() == 1 ? words.front() : std::string();
    if (form == "csr" || form == "csc" || form == "coo") return form;
    fail_in(archive_.path(),
            fmt::format("a sparse matrix in the format {}; expected csr, csc or coo, as "
                        "scipy.sparse.save_npz(path, x.tocsr()) writes",
                        in_quotes(form)));
  }

  std::vector<std::int64_t> whole_numbers(const std::string& name) const {
    const std::string source = name_of_array(archive_, name);
    const std::string bytes = bytes_of_array(archive_, name);
    const NpyHeader header = parse_npy_header(bytes, source);
    check_npy_vector(header, source);
    check_npy_size(header, bytes.size(), source);
    const auto count = static_cast<std::size_t>(header.item_count());
    const char* const data = bytes.data() + header.data_offset;
    std::vector<std::int64_t> numbers(count);
    if (header.type == NpyHeader::Type::int64) {
      std::memcpy(numbers.data(), data, count * sizeof(std::int64_t));
      return numbers;
    }
    if (header.type != NpyHeader::Type::int32) fail_in(source, "expected int32 or int64");
    for (std::size_t i = 0; i < count; ++i) {
      std::int32_t number = 0;
      std::memcpy(&number, data + i * sizeof(number), sizeof(number));
      numbers[i] = number;
    }
    return numbers;
  }

  std::variant<RawArray<float>, RawArray<double>> numbers(const std::string& name) const {
    const std::string source = name_of_array(archive_, name);
    const std::string bytes = bytes_of_array(archive_, name);
    const NpyHeader header = parse_npy_header(bytes, source);
    check_npy_vector(header, source);
    if (header.type == NpyHeader::Type::float32) {
      check_npy_size(header, bytes.size(), source);
      RawArray<float> values(static_cast<std::size_t>(header.item_count()));
      std::memcpy(values.data(), bytes.data() + header.data_offset, values.size() * sizeof(float));
      return values;
    }
    const std::vector<double> found = npy_numbers(header, bytes, source);
    RawArray<double> values(found.size());
    std::copy(found.begin(), found.end(), values.data());
    return values;
  }

  static RawArray<std::int64_t> to_raw(const std::vector<std::int64_t>& numbers) {
    RawArray<std::int64_t> raw(numbers.size());
    std::copy(numbers.begin(), numbers.end(), raw.data());
    return raw;
  }

  // Triples in any order, as rows.
  void compress(const std::vector<std::int64_t>& row, const std::vector<std::int64_t>& column,
                CompressedArrays& arrays) const {
    const auto count = std::visit([](const auto& values) { return values.size(); }, arrays.values);
    const bool is_inside = std::all_of(row.begin(), row.end(),
                                       [&](std::int64_t r) { return r >= 0 && r < arrays.rows; });
    if (row.size() != count || column.size() != count || !is_inside) {
      fail_in(archive_.path(), "row, col and data do not fit together; it is damaged");
    }
    arrays.offsets.assign(static_cast<std::size_t>(arrays.rows) + 1, 0);
    for (const std::int64_t r : row) ++arrays.offsets[static_cast<std::size_t>(r) + 1];
    for (std::size_t r = 1; r < arrays.offsets.size(); ++r) {
      arrays.offsets[r] += arrays.offsets[r - 1];
    }
    std::vector<std::int64_t> next(arrays.offsets.begin(), arrays.offsets.end() - 1);
    RawArray<std::int64_t> indices(count);
    std::visit(
        [&](auto& values) {
          std::decay_t<decltype(values)> moved(count);
          for (std::size_t i = 0; i < count; ++i) {
            const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(row[i])]++);
            indices[place] = column[i];
            moved[place] = values[i];
          }
          values = std::move(moved);
        },
        arrays.values);
    arrays.indices = std::move(indices);
  }

  const ZipArchive& archive_;
};

bool is_sparse_npz(const ZipArchive& archive) { return archive.has("format.npy"); }

}  // namespace

std::string read_npz_array(const std::string& path, const std::string& name) {
  const ZipArchive archive(path);
  return bytes_of_array(archive, name.empty() ? only_array(archive) : name);
}

std::vector<double> read_npz_vector(const std::string& path, const std::string& name) {
  const std::string source = name.empty() ? path : path + ":" + name;
  const std::string bytes = read_npz_array(path, name);
  const NpyHeader header = parse_npy_header(bytes, source);
  check_npy_vector(header, source);
  return npy_numbers(header, bytes, source);
}

Dataset read_npz_data(const std::string& path, const std::string& name) {
  Dataset data;
  data.source = name.empty() ? path : path + ":" + name;
  const ZipArchive archive(path);
  if (name.empty() && is_sparse_npz(archive)) {
    data.design = make_compressed(SparseNpz(archive).read());
    return data;
  }
  const std::string bytes = bytes_of_array(archive, name.empty() ? only_array(archive) : name);
  data.design = npy_matrix(parse_npy_header(bytes, data.source), bytes, data.source);
  return data;
}

EdgeTable read_npz_edges(const std::string& path) {
  const ZipArchive archive(path);
  if (!is_sparse_npz(archive)) {
    fail_in(path, "holds no sparse matrix; a graph is one as scipy.sparse.save_npz writes it");
  }
  EdgeTable table = edges_of_matrix(SparseNpz(archive).read(), path);
  table.numbered = true;
  return table;
}

}  // namespace graphsparse::io
