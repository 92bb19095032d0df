#include "help_format.hpp"

namespace graphsparse::cli {

HelpFormat::HelpFormat() {
  label("SUBCOMMAND", "COMMAND");
  label("Subcommands", "Commands");
  column_width(24);
}

// Which options go together is told by the message of whoever mixes them; here it would be clutter.
std::string HelpFormat::make_option_opts(const CLI::Option* option) const {
  const std::string type = option->get_type_name();
  return option->get_items_expected_max() == 0 || type.empty() ? "" : " " + type;
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  std::string text = option->get_description();
  if (option->get_required()) text += " (required)";
  const std::string standard = option->get_default_str();
  if (!standard.empty()) text += " (default " + standard + ")";
  return text;
}

}  // namespace graphsparse::cli
