// People, bots and dice at one keyboard.
#include "terminal/local_game_view.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "analysis/report.h"
#include "platform/random_bytes.h"
#include "platform/shipped_models.h"

namespace volpe {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto bot_pause = std::chrono::milliseconds(700);

// An analysis that a thread makes while the screen goes on.
template <class G>
class Thinking {
 public:
  explicit Thinking(const Play<G>& play) : thread_([this, play](const std::stop_token& stop) { think(play, stop); }) {}

  bool done() const { return done_; }
  double share() const { return share_; }
  const std::optional<JsonObject>& answer() const { return answer_; }  // when done; none if there is no judge

 private:
  void think(const Play<G>& play, const std::stop_token& stop) {
    const bool match = !play.header().match.empty();
    if (const auto judge = make_judge<G>(shipped_models(), default_judge, G::setup(play.state()), match)) {
      const double all = double(std::max<size_t>(1, play.events().size()));
      Analysis analysis = analyze<G>(play, **judge, usual_rolls<G>, [&](size_t events) {
        share_ = double(events) / all;
        return !stop.stop_requested();
      });
      analysis.level = default_judge;
      answer_ = analysis_json(analysis);
    }
    done_ = true;
  }

  std::atomic<bool> done_ = false;
  std::atomic<double> share_ = 0;
  std::optional<JsonObject> answer_;
  std::jthread thread_;  // last: it uses what stands above
};

template <class G>
class LocalRoom final : public Room {
 public:
  // `match` is what the games before the first that is played here have brought.
  LocalRoom(Plan plan, std::vector<Chair<G>> chairs, const Match& match)
      : plan_(std::move(plan)), chairs_(std::move(chairs)), match_(match) {}

  void begin() {
    game_.reset();
    header_ = plan_.header(match_.games);
    secret_.reset();
    if (plan_.dice == Plan::Dice::fair) {
      secret_ = random_secret();
      commitment_ = hex(fair_commitment(*secret_, {G::name, seats(), header_.match}));
    }
    seed_bots();
  }

  void go_on_with(const Play<G>& play, const TableDice& dice, const std::string& record) {
    game_.emplace(plan_.setup(), chairs_, match_.games, dice, plan_.seed, record, play.events());
    commitment_ = dice.secret ? dice.header.dice.substr(5, 64) : "";
    typename G::State state = play.first();
    for (const Event<G>& event : play.events()) {
      note(state, event);
      apply<G>(state, event);
    }
    after_event();
  }

  const View& view() const override { return view_; }

  Refusal add_seed(const std::string& seed) override {
    if (!view_.wants_seed) return not_now();
    if (!seed.empty() && !good_seed(seed)) return Error{Code::bad_request, "a seed is 1 to 64 letters and digits"};
    header_.seeds.push_back(seed.empty() ? random_id() : seed);
    seed_bots();
    return {};
  }

  Refusal roll() override {
    if (!waits_for_person() || !game_->play().chance() || view_.types_dice) return not_now();
    add(*game_->play().next_roll());
    return {};
  }

  Refusal decide(const std::string& text) override {
    if (!waits_for_person()) return not_now();
    const bool rolls = text.starts_with("roll ");
    if (rolls != game_->play().chance() || (rolls && !view_.types_dice)) return not_now();
    const auto event = G::read(game_->state(), text);
    if (!event) return event.error();
    add(*event);
    return {};
  }

  Refusal undo() override {
    if (!waits_for_person() || !game_->take_back()) return not_now();
    view_.log.resize(game_->play().events().size());
    after_event();
    return {};
  }

  Refusal ask_hint() override {
    if (!waits_for_person() || game_->play().chance()) return not_now();
    const auto advice = game_->advice();
    if (!advice) return advice.error();
    view_.advice = advice_json(*advice);
    return {};
  }

  Refusal ask_analysis() override {
    if (!game_ || !G::over(game_->state())) return not_now();
    if (!thinking_ && !view_.analysis) thinking_ = std::make_unique<Thinking<G>>(game_->play());
    return {};
  }

  Refusal next_game() override {
    if (!view_.next_game) return not_now();
    match_.add(G::ending(game_->state()));
    view_.log.clear();
    begin();
    return {};
  }

  int patience() const override {
    if (thinking_) return 100;
    if (!waits_for_bot()) return -1;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(next_move_ - Clock::now()).count();
    return hurried_ || left < 0 ? 0 : int(left) + 1;
  }

  bool go_on() override {
    if (thinking_) return look_at_analysis();
    if (!waits_for_bot() || (!hurried_ && Clock::now() < next_move_)) return false;
    if (game_->play().chance())
      add(*game_->play().next_roll());
    else
      add(game_->bots_choice());
    return true;
  }

  void hurry() override { hurried_ = true; }

 private:
  static Error not_now() { return {Code::illegal_event, "that is not possible now"}; }

  int seats() const { return int(chairs_.size()); }

  // Bots add no seed to fair dice; when every seat has had its turn, the game begins.
  void seed_bots() {
    if (secret_) {
      while (int(header_.seeds.size()) < seats() && chair_in(int(header_.seeds.size())).bot != nullptr)
        header_.seeds.emplace_back(no_seed);
      if (int(header_.seeds.size()) < seats()) return refresh();
    }
    const TableDice dice = secret_ ? fair_dice(G::name, seats(), header_, *secret_) : TableDice{header_, {}, {}};
    game_.emplace(plan_.setup(), chairs_, match_.games, dice, plan_.seed + u64(match_.games),
                  plan_.record_of(match_.games));
    after_event();
  }

  const Chair<G>& chair_in(int seat) const { return chairs_[size_t(person_in_seat(match_.games, seat, seats()))]; }

  // With real dice somebody here types a bot's roll too.
  bool asks_person() const {
    if (!game_ || G::over(game_->state())) return false;
    return !game_->is_bot(game_->due_seat()) || (game_->play().chance() && !game_->play().digital());
  }
  bool waits_for_person() const { return game_ && asks_person(); }
  bool waits_for_bot() const { return game_ && !G::over(game_->state()) && !asks_person(); }

  void note(const typename G::State& before, const Event<G>& event) {
    const bool decided = std::holds_alternative<Decision>(event);
    view_.log.push_back({decided ? G::mover(before) : G::due(before).seat, write<G>(before, event)});
  }

  void add(const Event<G>& event) {
    note(game_->state(), event);
    game_->add(event);
    after_event();
  }

  void after_event() {
    if (G::over(game_->state())) game_->reveal();
    next_move_ = Clock::now() + bot_pause;
    const bool bots_alone =
        std::all_of(chairs_.begin(), chairs_.end(), [](const auto& chair) { return chair.bot != nullptr; });
    if (bots_alone || !waits_for_bot()) hurried_ = false;
    refresh();
  }

  void refresh() {
    const typename G::State state = game_ ? game_->state() : G::start(plan_.setup());
    View next;
    next.log = std::move(view_.log);
    next.position = G::position(state, game_ ? game_->play().ply() : 0);
    for (int seat = 0; seat < seats(); ++seat)
      next.seats.push_back({chair_in(seat).name, chair_in(seat).bot == nullptr, true});
    next.commitment = commitment_;
    if (!plan_.match.empty()) {
      next.match = MatchPlace{match_.games + 1, seats(), {}};
      for (int seat = 0; seat < seats(); ++seat)
        next.match->points.push_back(match_.points[size_t(person_in_seat(match_.games, seat, seats()))]);
      next.next_game = G::over(state) && match_.games + 1 < seats();
    }
    if (!game_) {
      next.wants_seed = true;
      next.asked = int(header_.seeds.size());
    } else {
      next.kept = game_->record();
      next.can_hurry = waits_for_bot();
      if (asks_person()) {
        next.asked = game_->due_seat();
        next.types_dice = game_->play().chance() && !game_->play().digital();
        next.can_undo = game_->kept_after_undo().has_value();
        if (!game_->play().chance()) next.position["effects"] = G::effects(state);
      }
    }
    thinking_.reset();
    view_ = std::move(next);
  }

  bool look_at_analysis() {
    view_.analysed = thinking_->share();
    if (thinking_->done()) {
      view_.analysis = thinking_->answer() ? *thinking_->answer() : JsonObject{};
      thinking_.reset();
    }
    return true;
  }

  Plan plan_;
  std::vector<Chair<G>> chairs_;
  Match match_;
  Header header_;
  std::optional<Bytes32> secret_;  // while seeds are added
  std::string commitment_;
  std::optional<LocalGame<G>> game_;  // none while seeds are added
  View view_;
  Clock::time_point next_move_{};
  bool hurried_ = false;
  std::unique_ptr<Thinking<G>> thinking_;
};

template <class G>
Result<std::unique_ptr<LocalRoom<G>>> empty_room(const Plan& plan, const Match& match) {
  auto chairs = chairs_of<G>(plan.names, plan.setup(), !plan.match.empty());
  if (!chairs) return chairs.error();
  return std::make_unique<LocalRoom<G>>(plan, std::move(*chairs), match);
}

// ---- Going on

// The dice that go on in a game that was left: what the header says of them is kept, unless their secret is lost.
template <class G>
TableDice dice_again(const Play<G>& play, const std::string& path) {
  Header header = play.header();
  const int seats = play.setup().seats;
  const Terms terms{G::name, seats, header.match};
  if (seed_of(header.dice) || header.dice == "real") return {header, {}, {}};
  if (const auto secret = kept_secret(path); secret && header.dice == "fair " + hex(fair_commitment(*secret, terms)))
    return fair_dice(G::name, seats, header, *secret);
  constexpr size_t commitment_end = 5 + 64 + 1;  // "fair <commitment> "
  if (const auto shown =
          header.dice.size() > commitment_end ? from_hex(header.dice.substr(commitment_end)) : std::nullopt;
      shown && header.dice.starts_with("fair "))
    return {header, KeyedDice(fair_key(*shown, terms, header.seeds), game_in_match(header.match)), {}};
  header.dice = "real";
  header.seeds.clear();
  return {header, {}, {}};
}

// The file of the match without the number of the game.
std::string without_number(const std::string& path, int game) {
  const std::string end = "-" + std::to_string(game + 1) + ".volpe";
  return path.ends_with(end) ? path.substr(0, path.size() - end.size()) + ".volpe" : path;
}

template <class G>
Plan plan_of(const Play<G>& play, const std::string& path) {
  const Header header = play.header();
  const Setup setup = play.setup();
  const int game = game_in_match(header.match);
  Plan plan;
  plan.game = G::name;
  plan.options = setup.options;
  for (int person = 0; person < setup.seats; ++person)
    plan.names.push_back(header.names[size_t(seat_of_person(game, person, setup.seats))]);
  plan.match = header.match.substr(0, header.match.rfind(' '));
  plan.seed = seed_of(header.dice).value_or(u64(play.ply()));
  plan.dice = seed_of(header.dice)               ? Plan::Dice::seeded
              : header.dice.starts_with("fair ") ? Plan::Dice::fair
                                                 : Plan::Dice::real;
  plan.record = header.match.empty() ? path : without_number(path, game);
  return plan;
}

// What the games of a match before game number `game` brought.
template <class G>
Match match_before(const Plan& plan, int game) {
  Match match{int(plan.names.size()), 0, {}};
  while (match.games < game) {
    const Result<Kept> kept = read_kept(plan.record_of(match.games));
    const Play<G>* play = kept ? std::get_if<Play<G>>(&kept->play) : nullptr;
    const bool counts = play != nullptr && G::over(play->state()) && play->setup().seats == match.seats;
    match.add(counts ? G::ending(play->state()) : Ending{});
  }
  return match;
}

template <class G>
Result<std::unique_ptr<Room>> resume(const Play<G>& play, const std::string& path) {
  const Plan plan = plan_of(play, path);
  const int game = game_in_match(play.header().match);
  auto room = empty_room<G>(plan, match_before<G>(plan, game));
  if (!room) return room.error();
  (*room)->go_on_with(play, dice_again(play, path), path);
  if ((*room)->view().next_game) (*room)->next_game();
  return std::unique_ptr<Room>(std::move(*room));
}

}  // namespace

Result<std::unique_ptr<Room>> make_room(const Plan& plan) {
  const auto game = game_named(plan.game);
  if (!game) return unknown_game(plan.game);
  return std::visit(
      [&]<class G>(G) -> Result<std::unique_ptr<Room>> {
        auto room = empty_room<G>(plan, Match{int(plan.names.size()), 0, {}});
        if (!room) return room.error();
        (*room)->begin();
        return std::unique_ptr<Room>(std::move(*room));
      },
      *game);
}

Result<std::unique_ptr<Room>> resume_room(const Kept& kept) {
  return std::visit([&](const auto& play) { return resume(play, kept.path); }, kept.play);
}

}  // namespace volpe
