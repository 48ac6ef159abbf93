// The GameView of a game at this keyboard: people, bots and dice around a LocalGame, or a match of them.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "platform/random_bytes.h"
#include "terminal/background_analysis.h"
#include "terminal/game_view.h"
#include "terminal/local_game.h"

namespace volpe {

template <class G>
class LocalGameView final : public GameView {
 public:
  // `match` has the points of the games before the first one that is played here.
  LocalGameView(GamePlan plan, std::vector<Participant<G>> participants, const Match& match)
      : plan_(std::move(plan)), participants_(std::move(participants)), match_(match) {}

  void begin() {
    game_.reset();
    header_ = plan_.header(match_.games);
    secret_.reset();
    if (plan_.dice == GamePlan::Dice::fair) {
      secret_ = random_secret();
      commitment_ = hex(fair_commitment(*secret_, {G::name, seats(), header_.match}));
    }
    seed_bots_and_begin();
  }

  void resume(const Play<G>& play, const GameDice& dice, const std::string& record) {
    game_.emplace(plan_.setup(), participants_, match_.games, dice, plan_.seed, record, play.events());
    commitment_ = dice.secret ? dice.header.dice.substr(5, 64) : "";
    typename G::State state = play.first();
    for (const Event<G>& event : play.events()) {
      log_event(state, event);
      apply<G>(state, event);
    }
    after_event();
  }

  const ViewState& state() const override { return state_; }

  Refusal add_seed(const std::string& seed) override {
    if (!state_.wants_seed) return not_now();
    if (!seed.empty() && !good_seed(seed)) return Error{Code::bad_request, "a seed is 1 to 64 letters and digits"};
    header_.seeds.push_back(seed.empty() ? random_id() : seed);
    seed_bots_and_begin();
    return {};
  }

  Refusal roll() override {
    if (!waits_for_person() || !game_->play().chance() || state_.types_dice) return not_now();
    add(*game_->play().next_roll());
    return {};
  }

  Refusal decide(const std::string& text) override {
    if (!waits_for_person()) return not_now();
    const bool rolls = text.starts_with("roll ");
    if (rolls != game_->play().chance() || (rolls && !state_.types_dice)) return not_now();
    const auto event = G::read(game_->state(), text);
    if (!event) return event.error();
    add(*event);
    return {};
  }

  Refusal undo() override {
    if (!waits_for_person() || !game_->take_back()) return not_now();
    state_.log.resize(game_->play().events().size());
    after_event();
    return {};
  }

  Refusal request_hint() override {
    if (!waits_for_person() || game_->play().chance()) return not_now();
    const auto advice = game_->advice();
    if (!advice) return advice.error();
    state_.advice = advice_json(*advice);
    return {};
  }

  Refusal request_analysis() override {
    if (!game_ || !G::over(game_->state())) return not_now();
    if (!analysis_ && !state_.analysis) analysis_ = std::make_unique<BackgroundAnalysis<G>>(game_->play());
    return {};
  }

  Refusal next_game() override {
    if (!state_.next_game) return not_now();
    match_.add(G::ending(game_->state()));
    state_.log.clear();
    begin();
    return {};
  }

  int timeout() const override {
    if (analysis_) return 100;
    if (!waits_for_bot()) return -1;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(next_bot_move_ - Clock::now()).count();
    return skips_pauses_ || left < 0 ? 0 : int(left) + 1;
  }

  bool update() override {
    if (analysis_) return poll_analysis();
    if (!waits_for_bot() || (!skips_pauses_ && Clock::now() < next_bot_move_)) return false;
    if (game_->play().chance())
      add(*game_->play().next_roll());
    else
      add(game_->bot_decision());
    return true;
  }

  void skip_pauses() override { skips_pauses_ = true; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto bot_pause = std::chrono::milliseconds(700);

  static Error not_now() { return {Code::illegal_event, "that is not possible now"}; }

  int seats() const { return int(participants_.size()); }

  // Bots add no seed to fair dice. The game begins when every person has added one.
  void seed_bots_and_begin() {
    if (secret_) {
      while (int(header_.seeds.size()) < seats() && participant_in(int(header_.seeds.size())).bot != nullptr)
        header_.seeds.emplace_back(no_seed);
      if (int(header_.seeds.size()) < seats()) return refresh();
    }
    const GameDice dice = secret_ ? fair_dice(G::name, seats(), header_, *secret_) : GameDice{header_, {}, {}};
    game_.emplace(plan_.setup(), participants_, match_.games, dice, plan_.seed + u64(match_.games),
                  plan_.record_of(match_.games));
    after_event();
  }

  const Participant<G>& participant_in(int seat) const {
    return participants_[size_t(person_in_seat(match_.games, seat, seats()))];
  }

  // A person types the rolls of bots too if the dice are real.
  bool asks_person() const {
    if (!game_ || G::over(game_->state())) return false;
    return !game_->is_bot(game_->due_seat()) || (game_->play().chance() && !game_->play().digital());
  }
  bool waits_for_person() const { return game_ && asks_person(); }
  bool waits_for_bot() const { return game_ && !G::over(game_->state()) && !asks_person(); }

  void log_event(const typename G::State& before, const Event<G>& event) {
    const bool decided = std::holds_alternative<Decision>(event);
    state_.log.push_back({decided ? G::mover(before) : G::due(before).seat, write<G>(before, event)});
  }

  void add(const Event<G>& event) {
    log_event(game_->state(), event);
    game_->add(event);
    after_event();
  }

  void after_event() {
    if (G::over(game_->state())) game_->reveal();
    next_bot_move_ = Clock::now() + bot_pause;
    const bool bots_alone = std::all_of(participants_.begin(), participants_.end(),
                                        [](const auto& participant) { return participant.bot != nullptr; });
    if (bots_alone || !waits_for_bot()) skips_pauses_ = false;
    refresh();
  }

  void refresh() {
    const typename G::State state = game_ ? game_->state() : G::start(plan_.setup());
    ViewState next;
    next.log = std::move(state_.log);
    next.position = G::position(state, game_ ? game_->play().ply() : 0);
    for (int seat = 0; seat < seats(); ++seat)
      next.seats.push_back({participant_in(seat).name, participant_in(seat).bot == nullptr, true});
    next.commitment = commitment_;
    if (!plan_.match.empty()) show_match(next, G::over(state));
    if (game_) {
      show_what_is_asked(next);
    } else {
      next.wants_seed = true;
      next.asked = int(header_.seeds.size());
    }
    analysis_.reset();
    state_ = std::move(next);
  }

  void show_match(ViewState& next, bool over) const {
    next.match = MatchStanding{match_.games + 1, seats(), {}};
    for (int seat = 0; seat < seats(); ++seat)
      next.match->points.push_back(match_.points[size_t(person_in_seat(match_.games, seat, seats()))]);
    next.next_game = over && match_.games + 1 < seats();
  }

  void show_what_is_asked(ViewState& next) const {
    next.saved_at = game_->record();
    next.can_skip_pauses = waits_for_bot();
    if (!asks_person()) return;
    next.asked = game_->due_seat();
    next.types_dice = game_->play().chance() && !game_->play().digital();
    next.can_undo = game_->events_after_undo().has_value();
    if (!game_->play().chance()) next.position["effects"] = G::effects(game_->state());
  }

  bool poll_analysis() {
    state_.analysis_progress = analysis_->progress();
    if (analysis_->done()) {
      state_.analysis = analysis_->result() ? *analysis_->result() : JsonObject{};
      analysis_.reset();
    }
    return true;
  }

  GamePlan plan_;
  std::vector<Participant<G>> participants_;
  Match match_;
  Header header_;
  std::optional<Bytes32> secret_;  // while seeds are added
  std::string commitment_;
  std::optional<LocalGame<G>> game_;  // none while seeds are added
  ViewState state_;
  Clock::time_point next_bot_move_{};
  bool skips_pauses_ = false;
  std::unique_ptr<BackgroundAnalysis<G>> analysis_;
};

}  // namespace volpe
