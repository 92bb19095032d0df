// The column of sample ids that a table of samples shares with the tables beside it.
#pragma once

#include <string>

#include "graphsparse/io/data_file.hpp"

namespace graphsparse::io {

class TableReader;

bool is_table(const std::string& path);  // .csv .tsv .txt

// Whether the first column of a table holds sample ids by its name or by the first value, a word.
// The first row must have been read.
bool begins_with_ids(const TableReader& table);

// Whether a column of that name is one of ids wherever it stands: sample, patient_id and the like.
bool names_ids(std::string_view name);

// The name of a column of `data` that is also one of the table `spec`, FILE[:COLUMN], and by whose
// values the rows of both correspond: the first column of either or one that names_ids(), distinct
// words or whole numbers. Empty where there is none, or where the data begins with other ids that
// the table has. Throws InputError where there are several, or none but a column that shows that
// the rows stand in another order. `target` and `groups` of the request are no ids.
std::string find_shared_ids(const std::string& data, const std::string& spec,
                            const DataRequest& request);

// The same for all tables that a request names beside the data: they must agree.
std::string find_shared_ids(const std::string& data, const DataRequest& request);

}  // namespace graphsparse::io
