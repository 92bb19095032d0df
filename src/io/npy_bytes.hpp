// Arrays in the bytes of a .npy file, wherever these come from.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/data/design_matrix.hpp"
#include "graphsparse/io/npy.hpp"

namespace graphsparse::io {

// Throws InputError unless as many bytes follow the header as it announces.
void check_npy_size(const NpyHeader& header, std::uintmax_t file_size, const std::string& source);

// All numbers in the order of the file. `bytes` begin with the header. Throws InputError for text.
std::vector<double> npy_numbers(const NpyHeader& header, std::string_view bytes,
                                const std::string& source);

// The items of an array of text, in UTF-8.
std::vector<std::string> npy_words(const NpyHeader& header, std::string_view bytes);

// Throws InputError unless it is a vector, or a matrix with one row or column.
void check_npy_vector(const NpyHeader& header, const std::string& source);

// A matrix, or InputError.
std::unique_ptr<DesignMatrix> npy_matrix(const NpyHeader& header, std::string_view bytes,
                                         const std::string& source);

}  // namespace graphsparse::io
