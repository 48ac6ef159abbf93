// Walks through two JSON texts side by side, and over equal stretches without a look inside.
#include "tables/view_changes.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/bits.h"

namespace volpe::tables {
namespace {

// Eight characters of a text as one word, the first in its lowest byte.
u64 word_at(const char* text) {
  u64 word;
  std::memcpy(&word, text, 8);
  return word;
}

// The highest bit of the first byte that is `c`, and perhaps of later ones; none if `c` is not there.
u64 bytes_with(u64 word, char c) {
  constexpr u64 ones = 0x0101010101010101;
  const u64 zero_there = word ^ ones * u8(c);
  return (zero_there - ones) & ~zero_there & 0x80 * ones;
}

// How many characters are the same from the beginning on.
size_t equal_length(std::string_view a, std::string_view b) {
  const size_t most = std::min(a.size(), b.size());
  size_t n = 0;
  for (; n + 8 <= most; n += 8)
    if (const u64 differs = word_at(&a[n]) ^ word_at(&b[n])) return n + size_t(lowest(differs)) / 8;
  while (n < most && a[n] == b[n]) ++n;
  return n;
}

// A place in a JSON text.
struct Place {
  std::string_view text;
  size_t at = 0;

  char here() const { return at < text.size() ? text[at] : '\0'; }

  // Behind the string that begins here.
  void skip_string() {
    for (++at; at < text.size();) {
      if (at + 8 <= text.size()) {
        const u64 word = word_at(&text[at]), special = bytes_with(word, '"') | bytes_with(word, '\\');
        at += special == 0 ? 8 : size_t(lowest(special)) / 8;
        if (special == 0) continue;
      }
      if (text[at] == '"') break;
      at += text[at] == '\\' ? 2 : 1;
    }
    ++at;
  }

  void skip_plain() {
    while (at < text.size() && text[at] != ',' && text[at] != '}' && text[at] != ']') ++at;
  }

  // Behind the end of some objects or arrays that have begun; behind the end of the text if one of them does not end.
  void skip_nested(size_t depth) {
    while (at < text.size()) {
      const char c = text[at];
      if (c == '"') {
        skip_string();
        continue;
      }
      ++at;
      depth += c == '{' || c == '[';
      if ((c == '}' || c == ']') && --depth == 0) return;
    }
    ++at;
  }

  void skip_value() {
    if (here() == '"')
      skip_string();
    else if (here() == '{' || here() == '[')
      skip_nested(0);
    else
      skip_plain();
  }

  std::string_view take_value() {
    const size_t from = at;
    skip_value();
    return text.substr(from, at - from);
  }

  // The key that stands here with its quotes and its colon, as it is written.
  std::string_view key() const {
    Place end = *this;
    end.skip_string();
    return text.substr(at, end.at + 1 - at);
  }

  void skip_comma() { at += here() == ','; }
};

class Comparison {
 public:
  ViewChanges run(Place before, Place after) {
    compare_objects(before, after);
    return {std::move(unset_), std::move(set_)};
  }

 private:
  struct Member {
    std::string_view key;
    Place value;
  };

  // The functions below move both places behind what they compare.

  // Whether the same value stands at both; else the places stay. A number whose end differs is left to compare().
  bool skip_equal(Place& before, Place& after) {
    if (before.at - after.at != equal_shift_ || after.at >= equal_until_) {
      equal_shift_ = before.at - after.at;
      equal_until_ = after.at + equal_length(before.text.substr(before.at), after.text.substr(after.at));
    }
    if (equal_until_ == after.at) return false;
    Place end{after.text.substr(0, equal_until_), after.at};
    end.skip_value();
    const bool plain = after.here() != '"' && after.here() != '{' && after.here() != '[';
    if (plain ? end.at >= equal_until_ : end.at > equal_until_) return false;
    before.at += end.at - after.at;
    after.at = end.at;
    return true;
  }

  // Two values that are not one text: their parts if that is shorter, else the new one.
  void compare(Place& before, Place& after) {
    const size_t set_length = set_.size(), unset_length = unset_.size();
    const size_t old_from = before.at, from = after.at;
    const bool by_parts = compare_parts(before, after);
    const std::string_view value = after.text.substr(from, after.at - from);
    const size_t told = set_.size() - set_length + unset_.size() - unset_length;
    if (by_parts && told <= path_.size() + value.size() + 3) return;
    set_.resize(set_length);
    unset_.resize(unset_length);
    if (before.text.substr(old_from, before.at - old_from) != value) set(value);
  }

  // Whether the parts tell how one becomes the other.
  bool compare_parts(Place& before, Place& after) {
    if (before.here() == after.here() && after.here() == '{') return compare_objects(before, after), true;
    if (before.here() == after.here() && after.here() == '[')
      return compare_slid_arrays(before, after) || compare_arrays(before, after);
    before.skip_value();
    after.skip_value();
    return false;
  }

  void compare_part(std::string_view step, Place& before, Place& after) {
    if (skip_equal(before, after)) return;
    const size_t length = path_.size();
    enter(step);
    compare(before, after);
    path_.resize(length);
  }

  void compare_objects(Place& before, Place& after) {
    for (++before.at, ++after.at; before.here() == '"' && after.here() == '"';) {
      const std::string_view key = after.key();
      if (before.text.substr(before.at, key.size()) != key) break;
      before.at += key.size();
      after.at += key.size();
      compare_part(key.substr(1, key.size() - 3), before, after);
      before.skip_comma();
      after.skip_comma();
    }
    if (before.here() == '"' || after.here() == '"') compare_other_keys(take_members(before), take_members(after));
    ++before.at, ++after.at;
  }

  // What has come, what has gone, and what stands in another order.
  void compare_other_keys(const std::vector<Member>& before, const std::vector<Member>& after) {
    const auto named = [](const std::vector<Member>& list, std::string_view key) {
      return std::find_if(list.begin(), list.end(), [&](const Member& member) { return member.key == key; });
    };
    for (Member member : after) {
      const auto old = named(before, member.key);
      if (old == before.end()) {
        add(member.key, member.value.take_value());
      } else {
        Place old_value = old->value;
        compare_part(member.key, old_value, member.value);
      }
    }
    for (const Member& member : before)
      if (named(after, member.key) == after.end()) remove(member.key);
  }

  static std::vector<Member> take_members(Place& place) {
    std::vector<Member> list;
    while (place.here() == '"') {
      const std::string_view key = place.key();
      place.at += key.size();
      list.push_back({key.substr(1, key.size() - 3), place});
      place.skip_value();
      place.skip_comma();
    }
    return list;
  }

  // A list of the latest loses elements at its front and gets others at its end.
  bool compare_slid_arrays(Place& before, Place& after) {
    constexpr size_t most_lost = 4;
    size_t starts[most_lost + 1], count = 0;
    Place end = before;
    for (++end.at; end.at < end.text.size() && end.here() != ']'; ++count) {
      if (count <= most_lost) starts[count] = end.at;
      end.skip_value();
      end.skip_comma();
    }
    const size_t equal = equal_length(before.text.substr(before.at), after.text.substr(after.at));
    const bool first_stays = count > 1 && equal >= starts[1] - before.at;
    for (size_t lost = 0; lost < count && lost <= (first_stays ? 0 : most_lost); ++lost) {
      const std::string_view kept = before.text.substr(starts[lost], end.at - starts[lost]);
      Place next{after.text, after.at + 1 + kept.size()};
      if (after.text.substr(after.at + 1, kept.size()) != kept || (next.here() != ',' && next.here() != ']')) continue;
      for (size_t n = 0; n < lost; ++n) remove("0");
      for (size_t n = count - lost; next.here() == ','; ++n) {
        ++next.at;
        add(std::to_string(n), next.take_value());
      }
      before.at = end.at + 1;
      after.at = next.at + 1;
      return true;
    }
    return false;
  }

  // Element by element, if they are as many and all that differ are objects or arrays.
  bool compare_arrays(Place& before, Place& after) {
    bool alike = true;
    ++before.at, ++after.at;
    for (size_t n = 0; alike && before.here() != ']' && after.here() != ']'; ++n) {
      const char first = after.here();
      const bool nested = (first == '{' || first == '[') && before.here() == first;
      if (nested)
        compare_part(std::to_string(n), before, after);
      else
        alike = skip_equal(before, after);
      before.skip_comma();
      after.skip_comma();
    }
    alike = alike && before.here() == after.here();
    before.skip_nested(1);
    after.skip_nested(1);
    return alike;
  }

  // ---- What is told

  void enter(std::string_view step) {
    path_ += '/';
    for (char c : step)
      if (c == '~')
        path_ += "~0";
      else if (c == '/')
        path_ += "~1";
      else
        path_ += c;
  }

  void set(std::string_view value) {
    write_path(set_);
    set_ += ':';
    set_ += value;
  }

  void add(std::string_view step, std::string_view value) {
    const size_t length = path_.size();
    enter(step);
    set(value);
    path_.resize(length);
  }

  void remove(std::string_view step) {
    const size_t length = path_.size();
    enter(step);
    write_path(unset_);
    path_.resize(length);
  }

  void write_path(std::string& list) const {
    if (!list.empty()) list += ',';
    list += '"';
    list += path_;
    list += '"';
  }

  std::string path_, unset_, set_;
  // The stretch from some place on that is the same in both texts: where it ends in `after`, and how much further on
  // it stands in `before`.
  size_t equal_until_ = 0, equal_shift_ = 0;
};

}  // namespace

ViewChanges view_changes(std::string_view before, std::string_view after) {
  return Comparison().run({before}, {after});
}

}  // namespace volpe::tables
