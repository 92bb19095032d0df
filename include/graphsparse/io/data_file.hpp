// A data set as files tell it: a matrix of samples x features, names, and a target that is still
// text, because labels may be words. docs/formats.md describes the formats.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/baseline/latent_groups.hpp"
#include "graphsparse/core/communicator.hpp"
#include "graphsparse/data/design_matrix.hpp"
#include "graphsparse/io/file_places.hpp"

namespace graphsparse {

// What `--data` and the options beside it say. Empty: not given.
struct DataRequest {
  std::string data = {};                // FILE, FILE.mat:VARIABLE, FILE.npz:ARRAY,
                                        // FILE.h5ad:LAYER, or a pattern of .npy files
  std::string target = {};              // column of the same table
  std::string group_column = {};        // likewise: which samples belong together
  bool columns_may_be_missing = false;  // for new samples: these two are taken out of the table if
                                        // they are there
  std::string labels = {};              // FILE[:COLUMN], or FILE.mat:VARIABLE
  std::string id_column = {};      // sample ids in the tables; otherwise a first column is taken
                                   // for them whose name is empty, id or sample, or which
                                   // holds words, or a column that data and labels share
  std::string feature_names = {};  // FILE[:COLUMN], for a nameless matrix
  std::string sample_names = {};   // FILE[:COLUMN]
  // Repairs that are made on request alone.
  bool transpose = false;       // features are rows, samples are columns
  std::string missing = {};     // error (also when empty), mean, median, drop
  std::string duplicates = {};  // of features: error (also when empty), mean, max-variance
  std::string unlabelled = {};  // samples: error (also when empty), drop, keep with an empty label
  std::vector<std::string> drop = {};     // columns to leave out; each must be there
  std::vector<std::string> exclude = {};  // features to leave out where they are there
  std::vector<std::string> needed = {};   // the only features to look at; empty: all

  std::vector<std::string> beside = {};  // further FILE[:COLUMN] with a value a sample, which are
                                         // read later: ids that they share with the data are ids

  // Null: all rows are kept. Else each rank keeps its own, and all of them must read. Of .npy files
  // that can be mapped only these rows are; all else is read as a whole first.
  const Communicator* ranks = nullptr;
};

// One value a sample, as written.
struct SampleColumn : FilePlaces {
  std::string name;                 // of the column; may be empty
  std::vector<std::string> values;  // numbers from binary files in their shortest exact form
  std::vector<double> given;        // in memory: the values as numbers, instead of text

  // All values as finite numbers. Throws InputError naming the first that is none.
  std::vector<double> numbers() const;
};

struct Dataset {
  std::string source = {};
  // Owned or viewed; finite values only, and NaN where one is missing and `missing` says what to do
  // about it.
  std::shared_ptr<const DesignMatrix> design = {};
  std::string missing = {};  // mean or median: each fit fills by what its own rows tell
  std::vector<std::string> feature_names;    // distinct; empty: feature i is simply called i
  std::vector<std::string> sample_names;     // empty: sample i is simply called i
  std::string id_column;                     // where they stand in the table; may be empty
  std::optional<SampleColumn> target;        // in the order of the rows
  std::optional<SampleColumn> groups;        // likewise, where a column was named
  std::vector<std::string> notes;            // for people: what was left out, a line each
  std::vector<double> weights;               // one per row, not negative; empty: ones
  std::vector<std::int32_t> feature_groups;  // disjoint: the number of each feature's; -1: none
  LatentGroups latent_groups;                // that may overlap, for the group lasso
  std::vector<std::string> latent_group_names;
  // In memory: the words for -1 and +1, where the target is given as these numbers; else empty.
  std::vector<std::string> classes;

  // Where it came from, for the model: option and value of files and columns.
  std::vector<std::pair<std::string, std::string>> inputs;
  std::string target_column;  // of the data's own table
  std::string group_column;   // likewise

  std::string feature_name(NodeId feature) const;
  std::string sample_name(RowIndex sample) const;
  bool has_feature_groups() const { return !feature_groups.empty() || latent_groups.size() > 0; }
};

// Reads .csv .tsv (.txt: white space) with a header of feature names, .npy (memory-mapped), .mtx
// and .svm (sparse; the latter has its own target unless another is asked for), .mat:VARIABLE,
// .npz[:ARRAY], .h5ad[:LAYER].
// Labels of another file are matched by sample id where both have ids, which may be a column that
// both tables share; else by position, with a note. Throws InputError: a value that is no finite
// number names row and column.
Dataset read_data(const DataRequest& request);

// Throws InputError naming the first value of the matrix, row by row, that is NaN or infinite.
void check_finite(const Dataset& data);

}  // namespace graphsparse
