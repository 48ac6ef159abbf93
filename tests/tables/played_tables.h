// Tables at which whole games are played at random, for tests that look at every view on the way.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tables/table.h"

namespace volpe::tables {

// What happens at a table besides rolls and decisions.
struct Course {
  std::string name;
  JsonObject open;                     // the first entry
  std::vector<std::string> bots = {};  // by seat; empty: a person
  bool one_person = false;             // sits on all seats
  bool undo = false;
  bool leaving = false;  // people hand seats to bots, come back and resign
  int broken_off_at = 0;
  bool corrections = false;
};

inline JsonObject opening(std::string_view game, int seats, std::string_view dice, JsonObject options = {}) {
  JsonArray secrets;
  if (dice != "real") secrets.emplace_back(hex(Bytes32{1, 2, 3}));
  return {{"do", "open"},     {"by", "p0"},     {"game", game},
          {"seats", seats},   {"dice", dice},   {"options", std::move(options)},
          {"first", "lot"},   {"hints", false}, {"listed", false},
          {"match", false},   {"limit", 60},    {"secrets", std::move(secrets)},
          {"pace", "normal"}, {"at", 1000}};
}

inline JsonObject with(JsonObject open, std::string_view key, Json value) {
  open[key] = std::move(value);
  return open;
}

inline JsonObject match(JsonObject open) {
  JsonArray secrets;
  const int games = open.at("seats").to_number<int>();
  if (open.at("dice") == "fair")
    for (int game = 0; game < games; ++game) secrets.emplace_back(hex(Bytes32{u8(game + 1)}));
  return with(with(with(std::move(open), "match", true), "series", "evening"), "secrets", std::move(secrets));
}

// Both games with every number of seats, all kinds of dice, and everything that views show of a table.
inline std::vector<Course> courses() {
  const JsonObject other_rules{{"solo_passive_extra", "forbidden"}, {"solo_fallback", "forbidden"}};
  const JsonObject hidden{{"opening", "hidden"}, {"boxes", "9"}, {"four_joker", "3"}};
  const auto clever = [](int seats, std::string_view dice, JsonObject options = {}) {
    return opening("clever", seats, dice, std::move(options));
  };
  const auto genial = [](int seats, std::string_view dice, JsonObject options = {}) {
    return opening("genial", seats, dice, std::move(options));
  };
  return {
      {"clever alone", clever(1, "fair")},
      {"clever alone, other rules", clever(1, "fair", other_rules), {}, false, true},
      {"clever of the day", with(clever(1, "daily"), "date", "2026-11-16")},
      {"clever alone, real dice", clever(1, "real"), {}, false, false, false, 0, true},
      {"clever for two", with(clever(2, "fair"), "hints", true), {}, false, true},
      {"clever for two, declining", clever(2, "real", {{"decline", "allowed"}}), {}, false, true},
      {"clever for three", with(clever(3, "fair"), "listed", true), {}, false, true, true},
      {"clever for four", with(clever(4, "fair"), "first", "2"), {}, false, true},
      {"clever for four at one screen", clever(4, "real"), {}, true, true},
      {"clever with bots", with(clever(3, "fair"), "pace", "fast"), {"level2", "", "level1"}},
      {"clever watched by its host", with(clever(2, "fair"), "by", "host"), {"level1"}, false, true},
      {"clever broken off", clever(3, "fair"), {}, false, true, false, 40},
      {"clever beside paper", with(clever(3, "real"), "paper", JsonArray{0, 2}), {}, true, true, false, 0, true},
      {"clever for four beside paper", with(clever(4, "real"), "paper", JsonArray{1}), {}, false, true},
      {"genial for two", genial(2, "fair"), {}, false, true},
      {"genial for two, real dice", genial(2, "real"), {}, true, true, false, 0, true},
      {"genial for three", genial(3, "fair", hidden), {}, false, true, true},
      {"genial for four", genial(4, "fair", {{"boxes", "8"}}), {}, false, true},
      {"genial with bots", genial(4, "fair"), {"", "level1", "", "level3"}},
      {"genial match for two", match(genial(2, "fair")), {}, false, true},
      {"genial match with real dice", match(genial(3, "real")), {"", "level1"}, false, false, true},
      {"genial broken off", match(genial(2, "fair")), {}, false, false, false, 150},
      {"genial beside paper", with(genial(3, "real"), "paper", JsonArray{1, 2}), {}, true, true},
  };
}

// Plays one course to its end and shows every table on the way.
class CoursePlayer {
 public:
  using Look = std::function<void(const Table&)>;

  CoursePlayer(const Course& course, Look look)
      : course_(course),
        look_(std::move(look)),
        table_(*Table::open(course.open)),
        seats_(int(table_.seats().size())) {}

  void play() {
    look_(table_);
    take_seats();
    for (int step = 1; table_.stage() == TableStage::playing; ++step) {
      if (step == course_.broken_off_at)
        put({{"do", "break_off"}});
      else
        play_step();
    }
    put({{"do", "rematch"}, {"by", person(0)}, {"table", std::string(32, 'a')}});
  }

 private:
  std::string person(int seat) const { return "p" + std::to_string(course_.one_person ? 0 : seat); }
  bool now_and_then(int one_in) { return random_.below(one_in) == 0; }

  // Whether the table took it.
  bool put(JsonObject entry) {
    entry["at"] = time_ += 1000;
    Result<Table> next = table_.after(entry);
    if (!next) return false;
    table_ = std::move(*next);
    look_(table_);
    return true;
  }

  void take_seats() {
    for (int seat = 0; seat < seats_; ++seat) {
      const std::string bot = size_t(seat) < course_.bots.size() ? course_.bots[size_t(seat)] : "";
      const JsonObject sit{
          {"do", "sit"}, {"by", person(seat)}, {"seat", seat}, {"seed", "seed" + std::to_string(seat)}};
      if (bot.empty()) {
        put(sit);
        put({{"do", "stand"}, {"by", person(seat)}, {"seat", seat}});
        put(sit);
      } else {
        put({{"do", "bot"}, {"by", course_.open.at("by")}, {"seat", seat}, {"bot", bot}});
      }
    }
    for (int first = 0; first < seats_ && table_.stage() == TableStage::open; ++first)
      put({{"do", "start"}, {"by", course_.open.at("by")}, {"first", (first + 1) % seats_}});
  }

  void play_step() {
    const int seat = random_.below(seats_);
    const std::string owner = table_.seats()[size_t(seat)].who;
    if (course_.leaving && now_and_then(12)) leave_or_come_back(seat, owner);
    if (course_.undo && now_and_then(5)) put({{"do", "undo"}, {"by", owner}, {"seat", seat}});
    if (course_.corrections && now_and_then(12)) correct_an_event(seat);
    std::visit([&](const auto& session) { go_on(session, seat); }, *table_.session());
  }

  // Says that an event was another one, which the rules may refuse.
  void correct_an_event(int seat) {
    const auto events = std::visit(
        [](const auto& session) {
          std::vector<std::string> texts;
          for (const auto& event : session.seat_events()) texts.push_back(event.text);
          return texts;
        },
        *table_.session());
    const int last = int(events.size()) - 1, ply = last - random_.below(4);
    if (ply < 2) return;
    put({{"do", "correct"}, {"by", person(seat)}, {"ply", ply}, {"event", events[size_t(ply - 2)]}, {"drop", true}});
  }

  void leave_or_come_back(int seat, const std::string& owner) {
    const char* what = now_and_then(8) ? "resign" : now_and_then(2) ? "away" : "back";
    put({{"do", what}, {"by", owner}, {"seat", seat}, {"bot", "level1"}});
  }

  // A decision of this seat if there is one, else of another, else dice, else the next game.
  template <class Session>
  void go_on(const Session& session, int seat) {
    using G = typename Session::GameType;
    for (int n = 0; n < seats_; ++n, seat = (seat + 1) % seats_)
      if (const auto state = session.choice(seat)) {
        const Mask legal = G::legal(*state);
        return decide(seat, G::write(*state, Decision(nth(legal, random_.below(size(legal))))));
      }
    if (!session.roller()) return void(put({{"do", "next"}, {"by", person(0)}}));
    const auto text = session.next_roll_text();
    decide(*session.roller(), text ? *text : real_dice(session));
  }

  void decide(int seat, const std::string& text) {
    const Seat& decider = table_.seats()[size_t(seat)];
    JsonObject entry{{"do", "event"}, {"seat", seat}, {"event", text}};
    const bool bot_with_real_dice = !decider.bot.empty() && tells_dice(text) && table_.settings().dice == "real";
    if (decider.bot.empty() || bot_with_real_dice) entry["by"] = decider.bot.empty() ? decider.who : somebody();
    put(std::move(entry));
  }

  std::string somebody() const {
    for (const Seat& seat : table_.seats())
      if (!seat.who.empty()) return seat.who;
    return {};
  }

  template <class Session>
  std::string real_dice(const Session& session) {
    using G = typename Session::GameType;
    const auto& play = session.play();
    if constexpr (requires { play.leaves(); })
      if (play.leaves()) return left<G>(play.state());
    return G::write(play.state(), G::thrown(u32(random_.below(int(G::throws)))));
  }

  // What a seat on paper reports: dice at random, of Clever half of them placed; now and then it has won.
  template <class G>
  std::string left(const typename G::State& state) {
    const std::string dice =
        G::write(G::start(G::setup(state)), G::thrown(u32(random_.below(int(G::throws))))).substr(4);
    if (std::string_view(G::name) == "clever") return "left" + dice.substr(0, 9) + " |" + dice.substr(9);
    if (now_and_then(12)) return "left won";
    std::string joined = "left ";
    for (char c : dice)
      if (c != ' ') joined += c;
    return joined;
  }

  const Course& course_;
  Look look_;
  Table table_;
  int seats_;
  i64 time_ = 1000;
  Random random_{7};
};

inline void play_course(const Course& course, const CoursePlayer::Look& look) { CoursePlayer(course, look).play(); }

// Everybody who may look at a course: a stranger, people on seats, and a host who has none.
inline std::vector<std::string> lookers() { return {"", "p0", "p1", "p2", "p3", "host"}; }

}  // namespace volpe::tables
