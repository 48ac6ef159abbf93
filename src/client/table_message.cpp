// Follows only the paths to what a player needs; everything else is skipped.
#include "client/table_message.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "client/json_cursor.h"

namespace volpe::client {
namespace {

// A place in a view: a field, or the way to one.
enum class Place {
  view,
  revision,
  stage,
  roller,
  players,
  player,
  own,
  position,
  ply,
  choices,
  choice,
  choice_seat,
  choice_ply,
  choice_turn,
  choice_step,
  choice_position,
  legal,
  legal_event,
  elsewhere,
};

struct Path {
  Place from;
  std::string_view key;  // empty: any element of a list
  Place to;
};

// Grouped by where they start.
constexpr Path paths[] = {
    {Place::view, "revision", Place::revision},
    {Place::view, "stage", Place::stage},
    {Place::view, "roller", Place::roller},
    {Place::view, "players", Place::players},
    {Place::view, "position", Place::position},
    {Place::view, "choices", Place::choices},
    {Place::players, "", Place::player},
    {Place::player, "you", Place::own},
    {Place::position, "ply", Place::ply},
    {Place::choices, "0", Place::choice},
    {Place::choice, "seat", Place::choice_seat},
    {Place::choice, "ply", Place::choice_ply},
    {Place::choice, "turn", Place::choice_turn},
    {Place::choice, "step", Place::choice_step},
    {Place::choice, "position", Place::choice_position},
    {Place::choice_position, "legal", Place::legal},
    {Place::legal, "", Place::legal_event},
};

constexpr auto first_paths = [] {
  std::array<size_t, static_cast<size_t>(Place::elsewhere) + 1> first{};
  first.fill(std::size(paths));
  for (size_t n = std::size(paths); n-- > 0;) first[static_cast<size_t>(paths[n].from)] = n;
  return first;
}();

Place go(Place from, std::string_view key) {
  for (size_t n = first_paths[static_cast<size_t>(from)]; n < std::size(paths) && paths[n].from == from; ++n)
    if (paths[n].key == key || paths[n].key.empty()) return paths[n].to;
  return Place::elsewhere;
}

constexpr bool is_object(Place place) {
  return place == Place::view || place == Place::player || place == Place::position || place == Place::choice ||
         place == Place::choice_position;
}
constexpr bool is_list(Place place) {
  return place == Place::players || place == Place::choices || place == Place::legal;
}

// Writes values to their places in a view. An `index` is that of the last list on the way to the place.
class ViewWriter {
 public:
  explicit ViewWriter(PlayerView& view) : view_(view) {}

  // Replaces whatever is at a place by the cursor's next value.
  void set(JsonCursor& in, Place place, size_t index) {
    if (place == Place::elsewhere) {
      in.value();
    } else if (is_object(place)) {
      clear(place, index);
      if (place == Place::choice) view_.may_choose = true;
      in.object([&](std::string_view key) { set(in, go(place, key), index); });
    } else if (is_list(place)) {
      clear(place, index);
      in.array([&](size_t n) { set(in, go(place, n == 0 ? "0" : "-"), n); });
    } else {
      set_field(in.value(), place, index);
    }
  }

  // Takes away what is at a place; elements of a list behind it move up.
  void unset(Place place, size_t index) {
    if (place == Place::player) return remove_element(view_.own, index);
    if (place == Place::legal_event) return remove_element(view_.choice.legal, index);
    clear(place, index);
  }

 private:
  void clear(Place place, size_t index) {
    if (place == Place::players) return view_.own.clear();
    if (place == Place::legal) return view_.choice.legal.clear();
    if (place == Place::choice) view_.may_choose = false;
    if (!is_object(place) && !is_list(place)) return set_field({}, place, index);
    for (const Path& path : paths)
      if (path.from == place) clear(path.to, index);
  }

  void set_field(std::string_view value, Place place, size_t index) {
    if (place == Place::revision) view_.revision = JsonCursor::number(value, 0);
    if (place == Place::stage) view_.stage = JsonCursor::inside(value);
    if (place == Place::own) set_element(view_.own, index, value == "true");
    if (place == Place::legal_event) set_element(view_.choice.legal, index, value);
    if (std::string* const text = text_at(place)) *text = value;
  }

  std::string* text_at(Place place) {
    if (place == Place::roller) return &view_.roller;
    if (place == Place::ply) return &view_.ply;
    if (place == Place::choice_seat) return &view_.choice.seat;
    if (place == Place::choice_ply) return &view_.choice.ply;
    if (place == Place::choice_turn) return &view_.choice.turn;
    if (place == Place::choice_step) return &view_.choice.step;
    return nullptr;
  }

  // Lists grow by one at a time: an index beyond that is none of this table's.
  template <class List, class Value>
  void set_element(List& list, size_t index, Value value) {
    if (index == list.size()) list.emplace_back();
    if (index < list.size()) list[index] = value;
  }

  // Those behind it move up.
  template <class List>
  static void remove_element(List& list, size_t index) {
    if (index < list.size()) list.erase(list.begin() + static_cast<std::ptrdiff_t>(index));
  }

  PlayerView& view_;
};

struct Target {
  Place place = Place::view;
  size_t index = 0;
};

// Where a JSON Pointer leads.
Target follow(std::string_view pointer) {
  Target target;
  while (!pointer.empty() && target.place != Place::elsewhere) {
    const size_t end = std::min(pointer.find('/', 1), pointer.size());
    const std::string_view key = pointer.substr(1, end - 1);
    if (is_list(target.place)) target.index = static_cast<size_t>(JsonCursor::number(key, -1));
    target.place = go(target.place, key);
    pointer.remove_prefix(end);
  }
  return target;
}

}  // namespace

bool PlayerView::may_roll() const {
  const i64 seat = JsonCursor::number(roller, -1);
  return seat >= 0 && static_cast<size_t>(seat) < own.size() && own[static_cast<size_t>(seat)];
}

MessageHead read_head(std::string_view message) {
  MessageHead head;
  JsonCursor in(message);
  in.object([&](std::string_view key) {
    const std::string_view value = in.value();
    if (key == "type") head.type = JsonCursor::inside(value);
    if (key == "id") head.id = JsonCursor::inside(value);
    if (key == "revision") head.revision = JsonCursor::number(value, 0);
    if (head.type == "table" || head.type == "delta") in.stop();
  });
  return in.failed() ? MessageHead() : head;
}

bool read_table(std::string_view message, PlayerView& view) {
  JsonCursor in(message);
  ViewWriter(view).set(in, Place::view, 0);
  return !in.failed();
}

bool read_changes(std::string_view message, PlayerView& view) {
  ViewWriter writer(view);
  i64 base = -1;
  std::string_view set = "{}", unset = "[]";
  JsonCursor in(message);
  in.object([&](std::string_view key) {
    const std::string_view value = in.value();
    if (key == "base") base = JsonCursor::number(value, -1);
    if (key == "set") set = value;
    if (key == "unset") unset = value;
  });
  if (in.failed() || base != view.revision) return false;
  JsonCursor gone(unset), changed(set);
  gone.array([&](size_t) {
    const Target target = follow(JsonCursor::inside(gone.value()));
    writer.unset(target.place, target.index);
  });
  changed.object([&](std::string_view pointer) {
    const Target target = follow(pointer);
    writer.set(changed, target.place, target.index);
  });
  return !gone.failed() && !changed.failed();
}

}  // namespace volpe::client
