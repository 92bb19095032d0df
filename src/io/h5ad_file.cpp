#include "io/h5ad_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "io/data_readers.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/text.hpp"

#ifdef GRAPHSPARSE_HDF5_FILE

#include "io/crash_guard.hpp"
#include "io/hdf5_heaps.hpp"
#include "io/hdf5_library.hpp"

namespace graphsparse::io {
namespace {

// Something of HDF5's that is open, and the function that closes it.
class H5Handle {
 public:
  H5Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~H5Handle() {
    if (id_ >= 0) (void)close_(id_);
  }
  H5Handle(H5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  H5Handle(const H5Handle&) = delete;
  H5Handle& operator=(const H5Handle&) = delete;
  H5Handle& operator=(H5Handle&&) = delete;

  bool is_open() const { return id_ >= 0; }
  hid_t id() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// HDF5 prints its errors on standard error unless told otherwise.
class SilentHdf5 {
 public:
  explicit SilentHdf5(const Hdf5Library& hdf5) : hdf5_(hdf5) {
    (void)hdf5_.H5Eget_auto2(H5E_DEFAULT, &printer_, &data_);
    (void)hdf5_.H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~SilentHdf5() { (void)hdf5_.H5Eset_auto2(H5E_DEFAULT, printer_, data_); }
  SilentHdf5(const SilentHdf5&) = delete;
  SilentHdf5& operator=(const SilentHdf5&) = delete;

 private:
  const Hdf5Library& hdf5_;
  H5E_auto2_t printer_ = nullptr;
  void* data_ = nullptr;
};

std::string up_to_zero(const char* text, std::size_t most) {
  const char* const end = std::find(text, text + most, '\0');
  return {text, end};
}

template <class Number>
std::vector<std::string> texts_of(const std::vector<Number>& numbers) {
  std::vector<std::string> texts;
  texts.reserve(numbers.size());
  for (const Number number : numbers) {
    texts.push_back(std::isnan(static_cast<double>(number)) ? std::string()
                                                            : fmt::format("{}", number));
  }
  return texts;
}

}  // namespace

class H5adFile::Content {
 public:
  explicit Content(const std::string& path)
      : path_(path),
        guard_(path, "libhdf5"),
        hdf5_(Hdf5Library::get(path)),
        silent_(hdf5_),
        file_(hdf5_.H5Fopen(path.c_str(), kHdf5ReadOnly, H5P_DEFAULT), hdf5_.H5Fclose) {
    if (!file_.is_open()) {
      fail_in(path_, "cannot be opened as HDF5; the file is damaged or cut off, or it is none");
    }
    std::error_code ignored;
    file_size_ = std::filesystem::file_size(path_, ignored);
  }

  StoredMatrix read_matrix(const std::string& place) const {
    const H5Handle object = open(place);
    if (is_dataset(object)) return read_dense(object, place);
    return read_compressed(object, place);
  }

  std::string index_column(const std::string& table) const {
    const H5Handle object = open_table(table);
    return text_attribute(object, "_index").value_or("_index");
  }

  std::vector<std::string> members(const std::string& group) const {
    if (!exists(group)) return {};
    const H5Handle object = open(group);
    H5G_info_t info = {};
    if (is_dataset(object) || hdf5_.H5Gget_info(object.id(), &info) < 0) return {};
    std::vector<std::string> names;
    for (hsize_t i = 0; i < info.nlinks; ++i) {
      std::array<char, 1024> name = {};
      const auto size = hdf5_.H5Lget_name_by_idx(object.id(), ".", H5_INDEX_NAME, H5_ITER_INC, i,
                                                 name.data(), name.size(), H5P_DEFAULT);
      if (size < 0) fail_damaged(group);
      names.push_back(up_to_zero(name.data(), name.size()));
    }
    return names;
  }

  std::vector<std::string> columns(const std::string& table) const {
    const std::string index = index_column(table);
    std::vector<std::string> names = members(table);
    std::erase_if(names,
                  [&](const std::string& name) { return name == index || name == "__categories"; });
    return names;
  }

  std::vector<std::string> column(const std::string& table, const std::string& name) const {
    const std::string place = table + "/" + name;
    (void)open_table(table);
    if (name.empty() || !exists(place)) {
      fail_in(path_, fmt::format("{} has no column {}; the columns are {}", table, in_quotes(name),
                                 listed(columns(table))));
    }
    const H5Handle object = open(place);
    if (!is_dataset(object)) return read_encoded(object, place);
    std::vector<std::string> values = read_texts(object, place);
    const std::string categories = table + "/__categories/" + name;  // as versions before 0.8 did
    return exists(categories) ? decoded(values, read_texts(open(categories), categories), place)
                              : values;
  }

 private:
  [[noreturn]] void fail_at_place(const std::string& place, const std::string& what) const {
    fail_in(path_, fmt::format("{}: {}", place, what));
  }
  [[noreturn]] void fail_damaged(const std::string& place) const {
    fail_at_place(place, "cannot be read; the file is damaged or cut off");
  }

  // Before texts of any length are read: whether HDF5 can follow the references to them. `read`
  // reads them, as bytes of the type that it is given, into the place that it is given.
  template <class Read>
  bool are_sound(const H5Handle& texts, std::size_t count, const Read& read) const {
    if (!heaps_) {
      const H5Handle made(hdf5_.H5Fget_create_plist(file_.id()), hdf5_.H5Pclose);
      hsize_t user_block = 0;
      const bool is_known =
          made.is_open() &&
          hdf5_.H5Pget_sizes(made.id(), &numbers_.address_size, &numbers_.size_size) >= 0 &&
          hdf5_.H5Pget_userblock(made.id(), &user_block) >= 0;
      if (!is_known) return false;
      numbers_.user_block = user_block;
      heaps_.emplace(path_, numbers_);
      hdf5_.give_references(texts.id());
    }
    const H5Handle type(hdf5_.H5Tcreate(H5T_OPAQUE, numbers_.reference_size()), hdf5_.H5Tclose);
    std::string references(count * numbers_.reference_size(), '\0');
    return type.is_open() && read(type.id(), references.data()) >= 0 && heaps_->hold(references);
  }

  bool exists(const std::string& place) const {
    for (std::size_t end = place.find('/');; end = place.find('/', end + 1)) {
      if (hdf5_.H5Lexists(file_.id(), place.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
      if (end == std::string::npos) return true;
    }
  }

  H5Handle open(const std::string& place) const {
    if (!exists(place)) fail_in(path_, fmt::format("has no {}; AnnData's .h5ad is needed", place));
    H5Handle object(hdf5_.H5Oopen(file_.id(), place.c_str(), H5P_DEFAULT), hdf5_.H5Oclose);
    if (!object.is_open()) fail_damaged(place);
    check_is_inside(object, place);
    return object;
  }

  // Links, and values of data sets, may stand in other files of whoever reads this one.
  void check_is_inside(const H5Handle& object, const std::string& place) const {
    const auto fail = [&] {
      fail_at_place(place, "is in another file; copy it into this one, others are not read");
    };
    if (name_of_file(object) != name_of_file(file_)) fail();
    if (!is_dataset(object)) return;
    const H5Handle made(hdf5_.H5Dget_create_plist(object.id()), hdf5_.H5Pclose);
    if (!made.is_open()) fail_damaged(place);
    if (hdf5_.H5Pget_external_count(made.id()) > 0 ||
        hdf5_.H5Pget_layout(made.id()) == H5D_VIRTUAL) {
      fail();
    }
  }

  std::string name_of_file(const H5Handle& object) const {
    std::string name(4096, '\0');
    const auto size = hdf5_.H5Fget_name(object.id(), name.data(), name.size());
    name.resize(static_cast<std::size_t>(std::max<std::int64_t>(size, 0)));
    return name;
  }

  H5Handle open_table(const std::string& table) const {
    H5Handle object = open(table);
    if (!is_dataset(object)) return object;
    fail_at_place(table,
                  "is stored as AnnData did before version 0.7; read it and write it again "
                  "with a newer one");
  }

  bool is_dataset(const H5Handle& object) const {
    return hdf5_.H5Iget_type(object.id()) == H5I_DATASET;
  }

  H5Handle type_of_dataset(const H5Handle& dataset) const {
    return {hdf5_.H5Dget_type(dataset.id()), hdf5_.H5Tclose};
  }

  std::vector<std::int64_t> sides(hid_t space) const {
    const int rank = hdf5_.H5Sget_simple_extent_ndims(space);
    std::vector<hsize_t> extent(static_cast<std::size_t>(std::max(rank, 0)));
    (void)hdf5_.H5Sget_simple_extent_dims(space, extent.data(), nullptr);
    constexpr auto most = static_cast<hsize_t>(std::numeric_limits<std::int64_t>::max());
    std::vector<std::int64_t> result;
    for (const hsize_t side : extent) {
      result.push_back(static_cast<std::int64_t>(std::min(side, most)));
    }
    return result;
  }

  // The sides of a data set whose announced size the file can hold.
  std::vector<std::int64_t> shape(const H5Handle& dataset, const std::string& place,
                                  std::size_t dimensions) const {
    const H5Handle space(hdf5_.H5Dget_space(dataset.id()), hdf5_.H5Sclose);
    if (!space.is_open()) fail_damaged(place);
    std::vector<std::int64_t> result = sides(space.id());
    if (result.size() != dimensions) {
      fail_at_place(place, fmt::format("has {} dimensions; expected {}", result.size(),
                                       dimensions == 1 ? "a vector" : "a matrix"));
    }
    const H5Handle type = type_of_dataset(dataset);
    if (!type.is_open()) fail_damaged(place);
    auto bytes = static_cast<double>(hdf5_.H5Tget_size(type.id()));
    for (const std::int64_t side : result) bytes *= static_cast<double>(side);
    // What a damaged file says is stored may be more than it has.
    const auto stored = static_cast<double>(
        std::min<std::uintmax_t>(hdf5_.H5Dget_storage_size(dataset.id()), file_size_));
    if (bytes > stored * static_cast<double>(kBestCompression)) fail_damaged(place);
    return result;
  }

  template <class Number>
  void read_into(const H5Handle& dataset, const std::string& place, const char* type,
                 Number* numbers) const {
    const herr_t outcome =
        hdf5_.H5Dread(dataset.id(), hdf5_.type(type), H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers);
    if (outcome < 0) fail_damaged(place);
  }

  struct NumberKind {
    bool is_number = false;
    bool is_truth = false;  // an enumeration of FALSE and TRUE, stored as bytes
    bool is_float = false;
    std::size_t size = 0;
  };

  NumberKind kind_of(const H5Handle& dataset) const {
    const H5Handle type = type_of_dataset(dataset);
    const H5T_class_t kind = type.is_open() ? hdf5_.H5Tget_class(type.id()) : H5T_NO_CLASS;
    const std::size_t size = type.is_open() ? hdf5_.H5Tget_size(type.id()) : 0;
    const bool is_truth = kind == H5T_ENUM && size == 1;
    return {kind == H5T_FLOAT || kind == H5T_INTEGER || is_truth, is_truth, kind == H5T_FLOAT,
            size};
  }

  NumberKind number_kind(const H5Handle& dataset, const std::string& place) const {
    const NumberKind kind = kind_of(dataset);
    if (!kind.is_number) {
      fail_at_place(place,
                    "does not hold real numbers; expected floats, integers or truth values "
                    "(the two parts of complex numbers are two features)");
    }
    return kind;
  }

  // Truth values are bytes of a type of their own, which no other is made of.
  template <class Number>
  void read_truth(const H5Handle& dataset, const std::string& place, std::size_t count,
                  Number* numbers) const {
    const H5Handle type = type_of_dataset(dataset);
    std::vector<signed char> bytes(count);
    const herr_t outcome =
        hdf5_.H5Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data());
    if (outcome < 0) fail_damaged(place);
    std::copy(bytes.begin(), bytes.end(), numbers);
  }

  template <class Array>
  void read_numbers(const H5Handle& dataset, const std::string& place, const NumberKind& kind,
                    std::size_t count, Array& array) const {
    if (kind.is_truth) return read_truth(dataset, place, count, array.data());
    constexpr bool is_single = std::is_same_v<std::decay_t<decltype(array[0])>, float>;
    read_into(dataset, place, is_single ? "H5T_NATIVE_FLOAT_g" : "H5T_NATIVE_DOUBLE_g",
              array.data());
  }

  StoredMatrix read_dense(const H5Handle& dataset, const std::string& place) const {
    const NumberKind kind = number_kind(dataset, place);
    const std::vector<std::int64_t> side = shape(dataset, place, 2);
    StoredDense dense;
    dense.rows = side[0];
    dense.columns = side[1];
    const auto count = static_cast<std::size_t>(side[0]) * static_cast<std::size_t>(side[1]);
    if (!(kind.is_float && kind.size == sizeof(float))) dense.values = std::vector<double>();
    std::visit(
        [&](auto& values) {
          values.resize(count);
          read_numbers(dataset, place, kind, count, values);
        },
        dense.values);
    return dense;
  }

  StoredMatrix read_compressed(const H5Handle& group, const std::string& place) const {
    std::optional<std::string> form = text_attribute(group, "encoding-type");
    if (!form) form = text_attribute(group, "h5sparse_format");  // before version 0.7
    const bool by_row = form == "csr_matrix" || form == "csr";
    if (!by_row && form != "csc_matrix" && form != "csc") {
      fail_at_place(place, fmt::format("is {}; expected a dense matrix, csr_matrix or csc_matrix",
                                       form ? in_quotes(*form) : "of no known kind"));
    }
    std::vector<std::int64_t> side = whole_attribute(group, "shape");
    if (side.empty()) side = whole_attribute(group, "h5sparse_shape");
    if (side.size() != 2) fail_damaged(place + " (its shape)");
    CompressedArrays arrays;
    arrays.by_row = by_row;
    arrays.rows = side[0];
    arrays.columns = side[1];
    check_data_size(path_, arrays.rows, arrays.columns);
    const H5Handle offsets = open(place + "/indptr");
    arrays.offsets.resize(static_cast<std::size_t>(shape(offsets, place + "/indptr", 1)[0]));
    (void)number_kind(offsets, place + "/indptr");
    read_into(offsets, place + "/indptr", "H5T_NATIVE_INT64_g", arrays.offsets.data());
    read_indices(place + "/indices", arrays);
    read_values(place + "/data", arrays);
    check_compressed(arrays, path_, place);
    return arrays;
  }

  void read_indices(const std::string& place, CompressedArrays& arrays) const {
    const H5Handle dataset = open(place);
    const auto count = static_cast<std::size_t>(shape(dataset, place, 1)[0]);
    const NumberKind kind = number_kind(dataset, place);
    if (kind.size <= sizeof(std::int32_t)) {
      RawArray<std::int32_t> indices(count);
      read_into(dataset, place, "H5T_NATIVE_INT32_g", indices.data());
      arrays.indices = std::move(indices);
      return;
    }
    RawArray<std::int64_t> indices(count);
    read_into(dataset, place, "H5T_NATIVE_INT64_g", indices.data());
    arrays.indices = std::move(indices);
  }

  void read_values(const std::string& place, CompressedArrays& arrays) const {
    const H5Handle dataset = open(place);
    const auto count = static_cast<std::size_t>(shape(dataset, place, 1)[0]);
    const NumberKind kind = number_kind(dataset, place);
    if (kind.is_float && kind.size == sizeof(float)) {
      RawArray<float> values(count);
      read_numbers(dataset, place, kind, count, values);
      arrays.values = std::move(values);
      return;
    }
    RawArray<double> values(count);
    read_numbers(dataset, place, kind, count, values);
    arrays.values = std::move(values);
  }

  // Categories, and numbers or truth values of which some are missing.
  std::vector<std::string> read_encoded(const H5Handle& group, const std::string& place) const {
    const std::string form = text_attribute(group, "encoding-type").value_or("");
    if (form == "categorical") {
      const std::string codes = place + "/codes";
      const std::string categories = place + "/categories";
      return decoded(read_texts(open(codes), codes), read_texts(open(categories), categories),
                     place);
    }
    if (form != "nullable-integer" && form != "nullable-boolean" &&
        form != "nullable-string-array") {
      fail_at_place(place, fmt::format("is a column of a kind that cannot be read, {}; expected "
                                       "text, numbers, truth values or categories",
                                       in_quotes(form)));
    }
    std::vector<std::string> values = read_texts(open(place + "/values"), place + "/values");
    const std::vector<std::string> is_missing = read_texts(open(place + "/mask"), place + "/mask");
    if (values.size() != is_missing.size()) fail_damaged(place);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (is_missing[i] != "0") values[i].clear();
    }
    return values;
  }

  std::vector<std::string> decoded(const std::vector<std::string>& codes,
                                   const std::vector<std::string>& categories,
                                   const std::string& place) const {
    std::vector<std::string> values;
    values.reserve(codes.size());
    for (const std::string& code : codes) {
      const std::optional<std::int64_t> number = parse_index(code);
      if (!number && code != "-1") fail_damaged(place);
      if (number && *number >= static_cast<std::int64_t>(categories.size())) fail_damaged(place);
      values.push_back(number ? categories[static_cast<std::size_t>(*number)] : std::string());
    }
    return values;
  }

  std::vector<std::string> read_texts(const H5Handle& dataset, const std::string& place) const {
    const auto count = static_cast<std::size_t>(shape(dataset, place, 1)[0]);
    const H5Handle type = type_of_dataset(dataset);
    if (!type.is_open()) fail_damaged(place);
    if (hdf5_.H5Tget_class(type.id()) == H5T_STRING) return read_strings(dataset, place, count);
    const NumberKind kind = number_kind(dataset, place);
    if (kind.is_float && kind.size == sizeof(float)) {
      std::vector<float> numbers(count);
      read_numbers(dataset, place, kind, count, numbers);
      return texts_of(numbers);
    }
    if (kind.is_float) {
      std::vector<double> numbers(count);
      read_numbers(dataset, place, kind, count, numbers);
      return texts_of(numbers);
    }
    std::vector<std::int64_t> numbers(count);
    if (kind.is_truth) {
      read_truth(dataset, place, count, numbers.data());
    } else {
      read_into(dataset, place, "H5T_NATIVE_INT64_g", numbers.data());
    }
    return texts_of(numbers);
  }

  std::vector<std::string> read_strings(const H5Handle& dataset, const std::string& place,
                                        std::size_t count) const {
    const H5Handle type = type_of_dataset(dataset);
    std::vector<std::string> texts;
    texts.reserve(count);
    if (hdf5_.H5Tis_variable_str(type.id()) > 0) {
      const auto read = [&](hid_t as, void* to) {
        return hdf5_.H5Dread(dataset.id(), as, H5S_ALL, H5S_ALL, H5P_DEFAULT, to);
      };
      if (!are_sound(type, count, read)) fail_damaged(place);
      const H5Handle space(hdf5_.H5Dget_space(dataset.id()), hdf5_.H5Sclose);
      std::vector<char*> pointers(count, nullptr);
      if (read(type.id(), pointers.data()) < 0) fail_damaged(place);
      for (const char* const text : pointers) {
        texts.emplace_back(text == nullptr ? "" : text);
      }
      (void)hdf5_.H5Dvlen_reclaim(type.id(), space.id(), H5P_DEFAULT, pointers.data());
      return texts;
    }
    const std::size_t size = hdf5_.H5Tget_size(type.id());
    std::vector<char> bytes(count * size);
    const herr_t outcome =
        hdf5_.H5Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data());
    if (outcome < 0) fail_damaged(place);
    for (std::size_t i = 0; i < count; ++i) {
      texts.push_back(up_to_zero(bytes.data() + i * size, size));
    }
    return texts;
  }

  H5Handle open_attribute(const H5Handle& object, const char* name) const {
    if (hdf5_.H5Aexists(object.id(), name) <= 0) return {-1, hdf5_.H5Aclose};
    return {hdf5_.H5Aopen(object.id(), name, H5P_DEFAULT), hdf5_.H5Aclose};
  }

  std::optional<std::string> text_attribute(const H5Handle& object, const char* name) const {
    const H5Handle attribute = open_attribute(object, name);
    if (!attribute.is_open()) return std::nullopt;
    const H5Handle type(hdf5_.H5Aget_type(attribute.id()), hdf5_.H5Tclose);
    const H5Handle space(hdf5_.H5Aget_space(attribute.id()), hdf5_.H5Sclose);
    const bool is_text = type.is_open() && space.is_open() &&
                         hdf5_.H5Tget_class(type.id()) == H5T_STRING && sides(space.id()).empty();
    if (!is_text) return std::nullopt;
    if (hdf5_.H5Tis_variable_str(type.id()) <= 0) {
      std::vector<char> bytes(hdf5_.H5Tget_size(type.id()));
      if (hdf5_.H5Aread(attribute.id(), type.id(), bytes.data()) < 0) return std::nullopt;
      return up_to_zero(bytes.data(), bytes.size());
    }
    const auto read = [&](hid_t as, void* to) { return hdf5_.H5Aread(attribute.id(), as, to); };
    if (!are_sound(type, 1, read)) fail_damaged(name);
    char* text = nullptr;
    if (read(type.id(), static_cast<void*>(&text)) < 0 || text == nullptr) return std::nullopt;
    std::string copy(text);
    (void)hdf5_.H5Dvlen_reclaim(type.id(), space.id(), H5P_DEFAULT, static_cast<void*>(&text));
    return copy;
  }

  std::vector<std::int64_t> whole_attribute(const H5Handle& object, const char* name) const {
    const H5Handle attribute = open_attribute(object, name);
    if (!attribute.is_open()) return {};
    const H5Handle type(hdf5_.H5Aget_type(attribute.id()), hdf5_.H5Tclose);
    const H5Handle space(hdf5_.H5Aget_space(attribute.id()), hdf5_.H5Sclose);
    const bool is_whole =
        type.is_open() && space.is_open() && hdf5_.H5Tget_class(type.id()) == H5T_INTEGER;
    const std::vector<std::int64_t> side =
        is_whole ? sides(space.id()) : std::vector<std::int64_t>();
    if (side.size() != 1 || side[0] != 2) return {};
    std::vector<std::int64_t> numbers(2);
    const hid_t whole = hdf5_.type("H5T_NATIVE_INT64_g");
    if (hdf5_.H5Aread(attribute.id(), whole, numbers.data()) < 0) return {};
    return numbers;
  }

  std::string path_;
  CrashGuard guard_;
  const Hdf5Library& hdf5_;
  SilentHdf5 silent_;  // until the file below is closed
  H5Handle file_;
  std::uintmax_t file_size_ = 0;
  mutable Hdf5Numbers numbers_;
  mutable std::optional<Hdf5Heaps> heaps_;  // nothing: no text of any length was met
};

H5adFile::H5adFile(const std::string& path) {
  {
    const InputFile readable(path);  // says best what is wrong with a path
    if (readable.is_compressed() || path == kStandardInput) {
      fail_in(path,
              "an .h5ad file is read from the disk as it is; decompress it into a file first");
    }
  }
  content_ = std::make_unique<Content>(path);
}
H5adFile::~H5adFile() = default;

StoredMatrix H5adFile::read_matrix(const std::string& place) const {
  return content_->read_matrix(place);
}
std::string H5adFile::index_name(const std::string& table) const {
  const std::string name = content_->index_column(table);
  return name == "_index" || name == "index" ? std::string() : name;
}
std::vector<std::string> H5adFile::index(const std::string& table) const {
  return content_->column(table, content_->index_column(table));
}
std::vector<std::string> H5adFile::columns(const std::string& table) const {
  return content_->columns(table);
}
std::vector<std::string> H5adFile::column(const std::string& table, const std::string& name) const {
  return content_->column(table, name);
}
std::vector<std::string> H5adFile::members(const std::string& group) const {
  return content_->members(group);
}

}  // namespace graphsparse::io

#else

namespace graphsparse::io {

class H5adFile::Content {};

H5adFile::H5adFile(const std::string& path) {
  const InputFile readable(path);
  fail_in(path,
          "reading .h5ad files needs HDF5, without which this program was built; build it where "
          "libhdf5-dev is installed, or save X as .npz or .mtx");
}
H5adFile::~H5adFile() = default;

StoredMatrix H5adFile::read_matrix(const std::string& /*place*/) const { return StoredDense{}; }
std::string H5adFile::index_name(const std::string& /*table*/) const { return {}; }
std::vector<std::string> H5adFile::index(const std::string& /*table*/) const { return {}; }
std::vector<std::string> H5adFile::columns(const std::string& /*table*/) const { return {}; }
std::vector<std::string> H5adFile::column(const std::string& /*table*/,
                                          const std::string& /*name*/) const {
  return {};
}
std::vector<std::string> H5adFile::members(const std::string& /*group*/) const { return {}; }

}  // namespace graphsparse::io

#endif
