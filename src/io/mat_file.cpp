#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "io/crash_guard.hpp"
#include "io/data_readers.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/matio_library.hpp"
#include "io/row_major.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

// Version 7.3 is HDF5, which prints its errors on standard error unless told otherwise.
class QuietHdf5 {
 public:
  explicit QuietHdf5(const MatioLibrary& library) : library_(library) {
    (void)library_.hdf5_error_printer(kHdf5ErrorStack, &printer_, &data_);
    (void)library_.set_hdf5_error_printer(kHdf5ErrorStack, nullptr, nullptr);
  }
  ~QuietHdf5() { (void)library_.set_hdf5_error_printer(kHdf5ErrorStack, printer_, data_); }
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  const MatioLibrary& library_;
  Hdf5ErrorPrinter printer_ = nullptr;
  void* data_ = nullptr;
};

// The library that reads version 5 takes what is missing from a cut-off file for zeros. So the
// sizes of its parts are added up first: 128 bytes, then parts that tell their size in bytes 4
// to 7.
void check_is_whole(const std::string& path) {
  constexpr std::uint64_t head_size = 128;
  constexpr std::size_t tag_size = 8;
  std::ifstream file(path, std::ios::binary);
  std::array<char, head_size> head = {};
  file.read(head.data(), head.size());
  const bool is_swapped = head[head_size - 2] == 'M';
  const std::uint64_t end = std::filesystem::file_size(path);
  std::uint64_t place = head_size;
  while (place < end) {
    std::array<unsigned char, tag_size> tag = {};
    file.seekg(static_cast<std::streamoff>(place));
    file.read(reinterpret_cast<char*>(tag.data()), tag.size());
    if (!file) break;
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) size = size << 8U | tag[is_swapped ? 4 + i : 7 - i];
    place += tag_size + size;
  }
  if (place != end) fail_in(path, "a part is not there as a whole; the file is cut off or damaged");
}

// Files of version 4 have no mark; their variables follow one another, each behind five numbers:
// kind, rows, columns, whether complex, length of its name. The library takes as much memory as
// these say.
void check_version_4(const std::string& path) {
  constexpr std::size_t head_size = 128;
  constexpr std::array<std::uint64_t, 6> item_sizes = {8, 4, 4, 2, 2, 1};
  std::ifstream file(path, std::ios::binary);
  std::array<char, head_size> head = {};
  file.read(head.data(), head.size());
  const std::string_view mark(head.data() + head_size - 2, 2);
  if (mark == "IM" || mark == "MI" || std::string_view(head.data(), 4) == "\x89HDF") return;
  file.clear();
  const std::uint64_t end = std::filesystem::file_size(path);
  std::uint64_t place = 0;
  while (place < end) {
    std::array<unsigned char, 20> bytes = {};
    file.seekg(static_cast<std::streamoff>(place));
    file.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
    std::array<std::uint64_t, 5> numbers = {};
    const bool is_swapped = bytes[0] == 0 && bytes[1] == 0 && (bytes[2] != 0 || bytes[3] != 0);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const std::size_t digit = is_swapped ? i % 4 : 3 - i % 4;
      numbers[i / 4] = numbers[i / 4] << 8U | bytes[i / 4 * 4 + digit];
    }
    const std::uint64_t item = numbers[0] / 10 % 10;
    const std::uint64_t room = file && item < item_sizes.size() ? end - place - bytes.size() : 0;
    const std::uint64_t most_items =
        item < item_sizes.size() ? room / item_sizes[item] / (numbers[3] != 0 ? 2 : 1) : 0;
    const bool fits = file && item < item_sizes.size() && numbers[4] <= room &&
                      (numbers[2] == 0 || numbers[1] <= most_items / numbers[2]);
    if (!fits) {
      fail_in(path, "not a .mat file that can be read; save it with MATLAB's save -v7");
    }
    place += bytes.size() + numbers[4] +
             numbers[1] * numbers[2] * item_sizes[item] * (numbers[3] != 0 ? 2 : 1);
  }
}

const std::string& checked_mat_path(const std::string& path) {
  require_regular_file(path, "a .mat file is read in several places; write it to a file first");
  std::error_code missing;
  if (std::filesystem::is_regular_file(path, missing)) check_version_4(path);
  return path;
}

class MatVariable {
 public:
  MatVariable(const std::string& path, const std::string& variable)
      : matio_(MatioLibrary::get(checked_mat_path(path))),
        guard_(path, "libmatio"),
        quiet_(matio_),
        source_(variable.empty() ? path : path + ":" + variable),
        file_(open(path), matio_.close) {
    if (file_ == nullptr) {
      fail_in(path, "not a .mat file that can be read; save it with MATLAB's save -v7");
    }
    if (matio_.version(file_.get()) == MAT_FT_MAT5) check_is_whole(path);
    const std::string name = variable.empty() ? only_variable(path) : variable;
    info_.reset(matio_.read_info(file_.get(), name.c_str()));
    if (info_ == nullptr) {
      fail_in(path, fmt::format("no variable {}; {}", in_quotes(name), describe_variables()));
    }
    check_kind(path);
    const bool is_read = matio_.read_data(file_.get(), info_.get()) == 0;
    if (!is_read || info_->data == nullptr) fail_damaged();
  }

  std::size_t rows() const { return info_->dims[0]; }
  std::size_t columns() const { return info_->dims[1]; }

  std::unique_ptr<DesignMatrix> matrix() const {
    if (info_->class_type == MAT_C_SPARSE) return sparse_matrix();
    if (info_->data_type == MAT_T_SINGLE) return full_matrix<float>();
    return full_matrix<double>();
  }

  std::vector<double> vector() const {
    if (rows() != 1 && columns() != 1) {
      fail_in(source_,
              fmt::format("a {} x {} matrix; expected one row or one column", rows(), columns()));
    }
    if (info_->class_type != MAT_C_SPARSE) return row_major<double>();
    const auto design = sparse_matrix();
    std::vector<double> values(rows() * columns());
    std::vector<NodeId> all(columns());
    for (std::size_t j = 0; j < all.size(); ++j) all[j] = static_cast<NodeId>(j);
    design->gather(all_rows(design->rows()), all, values);
    return values;
  }

 private:
  mat_t* open(const std::string& path) const {
    const InputFile readable(path);  // says best what is wrong with a path
    if (readable.is_compressed() || path == kStandardInput) {
      fail_in(path, "a .mat file is read from the disk as it is; decompress it into a file first");
    }
    return matio_.open(path.c_str(), MAT_ACC_RDONLY);
  }

  [[noreturn]] void fail_damaged() const {
    fail_in(source_, "cannot be read; the file is damaged or cut off");
  }

  std::vector<std::string> variables() const {
    std::size_t count = 0;
    char* const* const names = matio_.variables(file_.get(), &count);
    std::vector<std::string> result;
    for (std::size_t i = 0; names != nullptr && i < count; ++i) {
      if (names[i] != nullptr) result.emplace_back(names[i]);
    }
    return result;
  }

  std::string describe_variables() const {
    const std::vector<std::string> names = variables();
    return names.empty() ? "the file holds no variables" : "the variables are " + listed(names);
  }

  std::string only_variable(const std::string& path) const {
    const std::vector<std::string> names = variables();
    if (names.size() == 1) return names.front();
    fail_in(path, fmt::format("say which variable is meant, as in {}:VARIABLE; {}", path,
                              describe_variables()));
  }

  void check_kind(const std::string& path) const {
    const auto kind = info_->class_type;
    const bool is_number = kind == MAT_C_SPARSE || (kind >= MAT_C_DOUBLE && kind <= MAT_C_UINT64);
    if (!is_number) fail_in(source_, "does not hold numbers; expected a real matrix");
    if (info_->isComplex != 0) fail_in(source_, "holds complex numbers; expected a real matrix");
    if (info_->rank != 2) {
      fail_in(source_, fmt::format("has {} dimensions; expected a matrix", info_->rank));
    }
    check_data_size(source_, as_size(rows()), as_size(columns()));
    // The library takes memory for what a damaged file says.
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    if (kind == MAT_C_SPARSE || unknown) return;
    if (columns() > 0 && rows() / kBestCompression > size / columns()) fail_damaged();
  }

  static std::int64_t as_size(std::size_t size) {
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max());
    return static_cast<std::int64_t>(std::min(size, most));
  }

  template <class To, class From>
  std::vector<To> converted() const {
    const bool is_whole = info_->nbytes / sizeof(From) / columns() == rows();
    if (!is_whole) fail_damaged();
    return row_major_copy<To, From>(info_->data, rows(), columns());
  }

  template <class To>
  std::vector<To> row_major() const {
    switch (info_->data_type) {
      case MAT_T_DOUBLE:
        return converted<To, double>();
      case MAT_T_SINGLE:
        return converted<To, float>();
      case MAT_T_INT8:
        return converted<To, std::int8_t>();
      case MAT_T_UINT8:
        return converted<To, std::uint8_t>();
      case MAT_T_INT16:
        return converted<To, std::int16_t>();
      case MAT_T_UINT16:
        return converted<To, std::uint16_t>();
      case MAT_T_INT32:
        return converted<To, std::int32_t>();
      case MAT_T_UINT32:
        return converted<To, std::uint32_t>();
      case MAT_T_INT64:
        return converted<To, std::int64_t>();
      case MAT_T_UINT64:
        return converted<To, std::uint64_t>();
      default:
        break;
    }
    fail_damaged();
  }

  template <class Scalar>
  std::unique_ptr<DesignMatrix> full_matrix() const {
    return std::make_unique<DenseMatrix<Scalar>>(
        static_cast<RowIndex>(rows()), static_cast<NodeId>(columns()), row_major<Scalar>());
  }

  // Compressed columns; their numbers are doubles, or bytes where they are truth values.
  std::unique_ptr<DesignMatrix> sparse_matrix() const {
    const auto& sparse = *static_cast<const mat_sparse_t*>(info_->data);
    const bool is_logical = info_->data_type != MAT_T_DOUBLE;
    if (is_logical && info_->data_type != MAT_T_UINT8 && info_->data_type != MAT_T_INT8) {
      fail_damaged();
    }
    if (sparse.njc != columns() + 1 || sparse.jc == nullptr) fail_damaged();
    std::vector<MatrixEntry> entries;
    // A damaged file may say that it has more numbers than its columns hold.
    entries.reserve(std::min<std::size_t>({sparse.jc[columns()], sparse.ndata, sparse.nir}));
    for (std::size_t j = 0; j < columns(); ++j) {
      const std::size_t end = sparse.jc[j + 1];
      if (sparse.jc[j] > end || end > sparse.ndata || end > sparse.nir) fail_damaged();
      for (std::size_t i = sparse.jc[j]; i < end; ++i) {
        if (sparse.ir[i] >= rows()) fail_damaged();
        const double value =
            is_logical ? static_cast<double>(static_cast<const std::uint8_t*>(sparse.data)[i])
                       : static_cast<const double*>(sparse.data)[i];
        entries.push_back({static_cast<RowIndex>(sparse.ir[i]), static_cast<NodeId>(j), value});
      }
    }
    check_sparse_size(source_, as_size(rows()), as_size(columns()), as_size(entries.size()));
    return std::make_unique<SparseMatrix>(static_cast<RowIndex>(rows()),
                                          static_cast<NodeId>(columns()), std::move(entries));
  }

  const MatioLibrary& matio_;
  CrashGuard guard_;
  QuietHdf5 quiet_;  // until the file below is closed
  std::string source_;
  std::unique_ptr<mat_t, decltype(Mat_Close)*> file_;
  std::unique_ptr<matvar_t, decltype(Mat_VarFree)*> info_{nullptr, matio_.free_variable};
};

}  // namespace

std::unique_ptr<DesignMatrix> read_mat_matrix(const std::string& path,
                                              const std::string& variable) {
  return MatVariable(path, variable).matrix();
}

std::vector<double> read_mat_vector(const std::string& path, const std::string& variable) {
  return MatVariable(path, variable).vector();
}

Dataset read_mat_data(const std::string& path, const std::string& variable) {
  Dataset data;
  data.source = variable.empty() ? path : path + ":" + variable;
  data.design = read_mat_matrix(path, variable);
  return data;
}

}  // namespace graphsparse::io
