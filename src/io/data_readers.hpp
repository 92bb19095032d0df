// One reader a format of data; read_data() chooses among them. And of what labels, names and
// vectors are taken from. All throw InputError.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/npy.hpp"
#include "io/problems.hpp"

namespace graphsparse::io {

// .csv .tsv .txt: target and ids are taken from the table itself. Values are finite, or NaN where
// the request says what to do about missing ones or a problem is added.
Dataset read_table_data(const std::string& path, const DataRequest& request, Problems& problems);
// Sparse, without names. Values are finite.
Dataset read_mtx_data(const std::string& path);
Dataset read_svm_data(const std::string& path);  // has a target
// Binary, without names. Values may be anything.
Dataset read_npy_data(const std::string& path);
// The header of a file with a matrix, and some of its rows, mapped where they can be.
NpyHeader read_npy_matrix_header(const std::string& path);
std::shared_ptr<const DesignMatrix> read_npy_rows(const std::string& path, const NpyHeader& header,
                                                  RowIndex first, RowIndex count);
Dataset read_mat_data(const std::string& path, const std::string& variable);
// A sparse matrix of SciPy's, or the array with that name; without a name, the only one.
Dataset read_npz_data(const std::string& path, const std::string& name);
// AnnData: X or the layer `part`, with names; target, groups and ids are columns of obs. Values may
// be anything.
Dataset read_h5ad_data(const std::string& path, const std::string& part, const DataRequest& request,
                       Problems& problems);

// A column of obs, with the names of the samples as its ids; without a name, the only one.
struct FileColumn;
FileColumn read_h5ad_column(const std::string& path, const std::string& name,
                            const std::string& id_column);

// The bytes of the array with that name, as of a .npy file; without a name, of the only one.
std::string read_npz_array(const std::string& path, const std::string& name);
std::vector<double> read_npz_vector(const std::string& path, const std::string& name);

// MATLAB's .mat files, versions 4, 5, 7 and 7.3: a real two-dimensional variable, full or sparse,
// of any numeric class. Without a name, the only one. Values may be non-finite.
std::unique_ptr<DesignMatrix> read_mat_matrix(const std::string& path, const std::string& variable);
// The same for a matrix with one row or one column.
std::vector<double> read_mat_vector(const std::string& path, const std::string& variable);

// Throws InputError unless a matrix of that size has rows and columns, and not more than fit.
void check_data_size(const std::string& source, std::int64_t rows, std::int64_t columns);

// Throws InputError for more than ten million rows or columns where there are not at least a
// hundredth as many values: what needs gigabytes of memory must not come of a few bytes.
void check_sparse_size(const std::string& source, std::int64_t rows, std::int64_t columns,
                       std::int64_t values);

}  // namespace graphsparse::io
