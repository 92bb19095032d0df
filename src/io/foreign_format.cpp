#include "io/foreign_format.hpp"

#include <array>

#include "io/text.hpp"

namespace graphsparse::io {
namespace {

struct ForeignFormat {
  std::string_view mark;  // the first bytes
  std::string_view advice;
};

using namespace std::string_view_literals;

constexpr std::array kForeignFormats = {
    ForeignFormat{
        "PK\x03\x04"sv,
        "a ZIP archive, such as an Excel workbook (.xlsx) or .npz; save the sheet as .csv, "
        "or name the file .npz if it is one"},
    ForeignFormat{"\xd0\xcf\x11\xe0"sv, "an Excel workbook (.xls); save its sheet as .csv"},
    ForeignFormat{"BZh"sv, "compressed with bzip2; decompress it, or compress it with gzip"},
    ForeignFormat{"\xfd"
                  "7zXZ"sv,
                  "compressed with xz; decompress it, or compress it with gzip"},
    ForeignFormat{"\x28\xb5\x2f\xfd"sv,
                  "compressed with zstd; decompress it, or compress it with gzip"},
    ForeignFormat{"\x89HDF"sv, "an HDF5 file; AnnData files are read where they are called .h5ad"},
    ForeignFormat{"\x93NUMPY"sv, "a NumPy array; call it .npy"},
    ForeignFormat{"MATLAB"sv, "a MATLAB file; call it .mat and name a variable: FILE.mat:VARIABLE"},
    ForeignFormat{"%PDF"sv, "a PDF document; a table in text is needed"},
    ForeignFormat{"PAR1"sv, "a Parquet file; save the table as .csv"},
    ForeignFormat{"ARROW1"sv, "a Feather file; save the table as .csv"},
    ForeignFormat{"RDX"sv, "an R data file; save the table with write.csv() in R"},
    ForeignFormat{"X\n\0\0"sv, "an R data file (.rds); save the table with write.csv() in R"},
    ForeignFormat{"\xff\xfe"sv, "text in UTF-16; save it as UTF-8"},
    ForeignFormat{"\xfe\xff"sv, "text in UTF-16; save it as UTF-8"},
};

}  // namespace

std::string describe_foreign_format(std::string_view first_bytes) {
  for (const ForeignFormat& format : kForeignFormats) {
    if (first_bytes.starts_with(format.mark)) return std::string(format.advice);
  }
  const std::string start = lower_case(first_bytes.substr(0, 16));
  if (start.starts_with("<!doctype html") || start.starts_with("<html")) {
    return "a web page; the download seems to have failed, so fetch the file again";
  }
  return {};
}

}  // namespace graphsparse::io
