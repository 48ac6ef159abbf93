// The bounds of what may be written: lengths, and UTF-8 that both databases keep as it is.
#include "store/bounds.h"

#include <algorithm>
#include <set>

namespace volpe::store {
namespace {

// The length of the character that starts here, 0 if none does. By the table of the Unicode standard (3.9, table 3-7):
// no overlong forms, no surrogates; and no NUL, which PostgreSQL can not keep.
size_t character(std::string_view text) {
  struct Form {
    u8 first, last, second_from, second_to;
    size_t length;
  };
  static constexpr Form forms[] = {
      {0x01, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
      {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
      {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
  };
  const auto byte = [&](size_t at) { return static_cast<u8>(text[at]); };
  for (const Form& form : forms) {
    if (byte(0) < form.first || byte(0) > form.last) continue;
    if (text.size() < form.length) return 0;
    if (form.length > 1 && (byte(1) < form.second_from || byte(1) > form.second_to)) return 0;
    for (size_t at = 2; at < form.length; ++at)
      if ((byte(at) & 0xc0) != 0x80) return 0;
    return form.length;
  }
  return 0;
}

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
void check(Check& check, const Tell& write) { check.text("text", write.text, longest_told); }

}  // namespace

bool good_text(std::string_view text) {
  while (!text.empty()) {
    const size_t length = character(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string out_of_bounds(const Write& write) {
  Check found;
  std::visit([&](const auto& kind) { check(found, kind); }, write);
  return found.problem();
}

}  // namespace volpe::store
