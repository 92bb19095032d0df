// Fields of a JSON object, with messages that name the file and the field.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graphsparse::io {

inline constexpr std::string_view kModelFormatName = "graphsparse model";

// A whole document. Throws InputError that tells the line where it is damaged.
nlohmann::json parse_json(std::string_view text, const std::string& source);

// The names in an object of the document, in the order of the text, which a parsed document does
// not keep; each once. The text must be sound.
std::vector<std::string> names_in_order(std::string_view text, std::string_view object);

class JsonFields {
 public:
  // `path` leads to the object and ends with a dot; empty for the document itself.
  JsonFields(const nlohmann::json& object, const std::string& source, std::string path = {});

  // A field that is null counts as absent.
  bool has(std::string_view name) const { return find(name) != nullptr; }
  JsonFields object(std::string_view name) const;

  // Throw InputError where the field is absent or of another kind.
  double number(std::string_view name) const;  // finite
  std::int64_t whole(std::string_view name) const;
  std::string text(std::string_view name) const;
  bool is_text(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;

  // The same for every field of the object, in the order of their names.
  std::vector<std::pair<std::string, std::string>> all_texts() const;

  // Leave the target alone where the field is absent.
  void take(std::string_view name, double& target) const;
  void take(std::string_view name, std::int64_t& target) const;
  void take(std::string_view name, std::uint64_t& target) const;
  void take(std::string_view name, bool& target) const;
  void take(std::string_view name, std::string& target) const;
  void take(std::string_view name, std::optional<double>& target) const;
  void take(std::string_view name, std::optional<std::int64_t>& target) const;

  [[noreturn]] void fail(std::string_view name, std::string_view what) const;

 private:
  const nlohmann::json* find(std::string_view name) const;
  const nlohmann::json& get(std::string_view name) const;
  double to_number(std::string_view name, const nlohmann::json& value) const;

  const nlohmann::json& object_;
  const std::string& source_;
  std::string path_;
};

}  // namespace graphsparse::io
