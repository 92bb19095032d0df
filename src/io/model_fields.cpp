#include "io/model_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "io/input_file.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

using Json = nlohmann::json;

// The library's own words, without its prefix "[json.exception...] " and the place, which we tell.
std::string reason_of(const Json::exception& error) {
  const std::string text = error.what();
  const std::size_t bracket = text.find("] ");
  const std::size_t begin = bracket == std::string::npos ? 0 : bracket + 2;
  const std::size_t colon = text.find(": ", begin);
  return text.substr(colon == std::string::npos ? begin : colon + 2);
}

}  // namespace

Json parse_json(std::string_view text, const std::string& source) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const auto before = text.substr(0, std::min(error.byte, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    fail_at(source, line, fmt::format("damaged JSON: {}", reason_of(error)));
  } catch (const Json::exception& error) {
    fail_in(source, fmt::format("damaged JSON: {}", reason_of(error)));
  }
}

std::vector<std::string> names_in_order(std::string_view text, std::string_view object) {
  std::vector<std::string> names;
  std::unordered_set<std::string> known;
  bool is_inside = false;
  const auto listen = [&](int depth, Json::parse_event_t event, Json& value) {
    if (event != Json::parse_event_t::key) return true;
    if (depth == 1) is_inside = value.get_ref<const std::string&>() == object;
    if (depth != 2 || !is_inside) return true;
    if (known.insert(value.get<std::string>()).second) names.push_back(value.get<std::string>());
    return true;
  };
  [[maybe_unused]] const Json document = Json::parse(text, listen);
  return names;
}

JsonFields::JsonFields(const Json& object, const std::string& source, std::string path)
    : object_(object), source_(source), path_(std::move(path)) {}

void JsonFields::fail(std::string_view name, std::string_view what) const {
  fail_in(source_, fmt::format("the field {} {}", in_quotes(path_ + std::string(name)), what));
}

const Json* JsonFields::find(std::string_view name) const {
  const auto found = object_.find(std::string(name));
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

const Json& JsonFields::get(std::string_view name) const {
  const Json* value = find(name);
  if (value == nullptr) fail(name, "is missing");
  return *value;
}

JsonFields JsonFields::object(std::string_view name) const {
  const Json& value = get(name);
  if (!value.is_object()) fail(name, "must be an object");
  return {value, source_, path_ + std::string(name) + "."};
}

double JsonFields::to_number(std::string_view name, const Json& value) const {
  if (!value.is_number() || !std::isfinite(value.get<double>())) {
    fail(name, "must be a finite number");
  }
  return value.get<double>();
}

double JsonFields::number(std::string_view name) const { return to_number(name, get(name)); }

std::int64_t JsonFields::whole(std::string_view name) const {
  const Json& value = get(name);
  if (!value.is_number_integer()) fail(name, "must be a whole number");
  return value.get<std::int64_t>();
}

std::string JsonFields::text(std::string_view name) const {
  const Json& value = get(name);
  if (!value.is_string()) fail(name, "must be a text");
  return value.get<std::string>();
}

bool JsonFields::is_text(std::string_view name) const {
  const Json* value = find(name);
  return value != nullptr && value->is_string();
}

std::vector<std::string> JsonFields::texts(std::string_view name) const {
  const Json& value = get(name);
  const bool good =
      value.is_array() &&
      std::all_of(value.begin(), value.end(), [](const Json& one) { return one.is_string(); });
  if (!good) fail(name, "must be a list of texts");
  return value.get<std::vector<std::string>>();
}

std::vector<std::pair<std::string, std::string>> JsonFields::all_texts() const {
  std::vector<std::pair<std::string, std::string>> result;
  for (const auto& [name, value] : object_.items()) {
    if (!value.is_string()) fail(name, "must be a text");
    result.emplace_back(name, value.get<std::string>());
  }
  return result;
}

void JsonFields::take(std::string_view name, double& target) const {
  if (has(name)) target = number(name);
}
void JsonFields::take(std::string_view name, std::int64_t& target) const {
  if (has(name)) target = whole(name);
}
void JsonFields::take(std::string_view name, std::uint64_t& target) const {
  if (!has(name)) return;
  if (!get(name).is_number_unsigned()) fail(name, "must be a whole number, not negative");
  target = get(name).get<std::uint64_t>();
}
void JsonFields::take(std::string_view name, bool& target) const {
  if (!has(name)) return;
  if (!get(name).is_boolean()) fail(name, "must be true or false");
  target = get(name).get<bool>();
}
void JsonFields::take(std::string_view name, std::string& target) const {
  if (has(name)) target = text(name);
}
void JsonFields::take(std::string_view name, std::optional<double>& target) const {
  if (has(name)) target = number(name);
}
void JsonFields::take(std::string_view name, std::optional<std::int64_t>& target) const {
  if (has(name)) target = whole(name);
}

}  // namespace graphsparse::io
