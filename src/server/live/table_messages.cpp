// Views and messages of live tables. What everybody sees is most of a view, so it is written once for all.
#include "server/live/table_messages.h"

namespace volpe::server {
namespace {

std::string list_of(const std::vector<bool>& here) {
  std::string text = "[";
  for (bool is_here : here) text += is_here ? "true," : "false,";
  if (text.size() > 1) text.pop_back();
  return text + "]";
}

// Two lists as one.
std::string joined(const std::string& first, const std::string& second) {
  return first + (first.empty() || second.empty() ? "" : ",") + second;
}

}  // namespace

ShownView shared_part(const LiveTable& live, const std::vector<bool>& here) {
  ShownView view{live.table->revision(), live.table->shared_view_text(), {}};
  view.shared.pop_back();
  view.shared += R"(,"table":")" + live.id + R"(","here":)" + list_of(here) + "}";
  return view;
}

const std::string& personal_part(ShownView& view, const LiveTable& live, const std::string& who) {
  const auto [found, added] = view.personal.try_emplace(who);
  if (added) found->second = live.table->personal_view_text(who, seat_names(live));
  return found->second;
}

std::string view_text(ShownView& view, const LiveTable& live, const std::string& who) {
  const std::string& personal = personal_part(view, live, who);
  std::string text;
  text.reserve(view.shared.size() + personal.size());
  text.append(view.shared, 0, view.shared.size() - 1).append(",").append(personal, 1);
  return text;
}

std::string table_message(ShownView& view, const LiveTable& live, const std::string& who) {
  constexpr std::string_view type = R"(,"type":"table",)";
  const std::string& personal = personal_part(view, live, who);
  std::string text;
  text.reserve(view.shared.size() + type.size() + personal.size());
  text.append(view.shared, 0, view.shared.size() - 1).append(type).append(personal, 1);
  return text;
}

std::string changes_message(const tables::ViewChanges& shared, const ShownView& before, ShownView& view,
                            const LiveTable& live, const std::string& who) {
  const tables::ViewChanges personal = tables::view_changes(before.personal.at(who), personal_part(view, live, who));
  std::string text = R"({"type":"delta","table":")" + live.id + R"(","base":)" + std::to_string(before.revision);
  const std::string unset = joined(shared.unset, personal.unset);
  if (!unset.empty()) text += R"(,"unset":[)" + unset + "]";
  return text + R"(,"set":{)" + joined(shared.set, personal.set) + "}}";
}

std::string presence_message(const LiveTable& live, const std::vector<bool>& here) {
  return R"({"type":"presence","table":")" + live.id + R"(","here":)" + list_of(here) + "}";
}

}  // namespace volpe::server
