// The bounds of what may be written: lengths, and UTF-8 that both databases keep as it is.
#include "store/bounds.h"

#include <algorithm>
#include <set>

#include "base/utf8.h"

namespace volpe::store {
namespace {

// Collects the first thing that is wrong.
class Check {
 public:
  void id(std::string_view what, const Id& id) {
    if (id.empty()) say(what, "is empty");
    text(what, id, longest_id);
  }
  void id(std::string_view what, const std::optional<Id>& wanted) {
    if (wanted) id(what, *wanted);
  }
  void text(std::string_view what, const std::string& text, size_t longest = longest_text) {
    if (text.size() > longest) say(what, "is longer than " + std::to_string(longest) + " bytes");
    if (!good_text(text)) say(what, "is not UTF-8 text");
  }
  void number(std::string_view what, i64 number) {
    if (number < 0) say(what, "is negative");
  }
  void say(std::string_view what, std::string_view why) {
    if (problem_.empty()) problem_ = "the " + std::string(what) + " " + std::string(why);
  }
  std::string problem() { return std::move(problem_); }

 private:
  std::string problem_;
};

void check(Check& check, const Score& score) {
  check.number("seat", score.seat);
  check.id("person", score.person);
  check.text("game", score.game, longest_id);
  check.text("score", score.body);
  check.id("date", score.daily);
}

void check(Check& check, const Change& change) {
  check.id("table", change.table);
  check.number("revision", change.after);
  if (change.after == 0 && change.entries.empty()) check.say("table", "has no entry to begin with");
  std::set<Id> keys;
  for (const Entry& entry : change.entries) {
    check.text("entry", entry.body);
    check.id("key", entry.key);
    if (entry.key && !keys.insert(*entry.key).second) check.say("key", "stands twice in one change");
  }
  if (change.listing) {
    check.text("game", change.listing->game, longest_id);
    check.text("summary", change.listing->summary);
  }
  if (change.seats)
    for (const std::optional<Id>& person : *change.seats) check.id("person", person);
  std::set<int> seats;
  if (change.scores)
    for (const Score& score : *change.scores) {
      store::check(check, score);
      if (!seats.insert(score.seat).second) check.say("seat", "has two scores in one change");
    }
  seats.clear();
  if (change.names)
    for (const SeatName& name : *change.names) {
      check.number("seat", name.seat);
      check.id("person", name.person);
      check.text("name", name.name, longest_id);
      if (!seats.insert(name.seat).second) check.say("seat", "has two names in one change");
    }
}

void check(Check& check, const RemoveTable& write) { check.id("table", write.table); }
void check(Check& check, const NewPerson& write) {
  check.id("person", write.person);
  check.id("token", write.token);
  check.id("recovery code", write.recovery);
  check.text("name", write.name, longest_id);
}
void check(Check& check, const Rename& write) {
  check.id("person", write.person);
  check.text("name", write.name, longest_id);
}
void check(Check& check, const NewToken& write) {
  check.id("recovery code", write.recovery);
  check.id("token", write.token);
  check.id("next recovery code", write.next_recovery);
}
void check(Check& check, const ForgetPerson& write) { check.id("person", write.person); }
void check(Check& check, const ReplaceName& write) {
  check.text("name", write.name, longest_id);
  check.text("name", write.instead, longest_id);
}
void check(Check& check, const NewSetting& write) {
  check.id("key", write.key);
  check.text("value", write.value);
}
void check(Check& check, const Broadcast& write) { check.text("text", write.text, longest_broadcast); }

}  // namespace

bool good_text(std::string_view text) {
  while (!text.empty()) {
    const Letter letter = first_letter(text);
    if (letter.length == 0 || letter.point == 0) return false;  // PostgreSQL cannot keep a NUL
    text.remove_prefix(letter.length);
  }
  return true;
}

std::string out_of_bounds(const Write& write) {
  Check found;
  std::visit([&](const auto& kind) { check(found, kind); }, write);
  return found.problem();
}

}  // namespace volpe::store
