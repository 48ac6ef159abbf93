// Writing and reading records. Reading trusts nothing: every line is bounded, every event goes through the rules.
#include "record/record.h"

#include <algorithm>
#include <map>

#include "base/utf8.h"

namespace volpe {
namespace {

constexpr size_t longest_name = 100;
constexpr std::string_view seat_separator = " | ";

std::vector<std::string> split(std::string_view text, std::string_view between) {
  std::vector<std::string> parts;
  for (;;) {
    const size_t at = text.find(between);
    parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + between.size());
  }
}

bool all_of(std::string_view text, bool (*good)(char)) {
  return !text.empty() && std::all_of(text.begin(), text.end(), good);
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_graphic(char c) { return c > ' ' && c <= '~'; }

// "<id> 1/2", one game for each seat.
bool good_match(std::string_view match, int seats) {
  const auto words = words_of(match);
  if (words.size() != 2 || !all_of(words[0], is_graphic) || words[1].size() != 3 || words[1][1] != '/') return false;
  const int game = words[1][0] - '0', games = words[1][2] - '0';
  return games == seats && game >= 1 && game <= games;
}

// The lines of a record, without comments, and where one stands.
class Lines {
 public:
  // Empty lines at the end say nothing.
  explicit Lines(std::string_view text) : rest_(text.substr(0, text.find_last_not_of("\r\n") + 1)) {}

  bool next(std::string_view& line) {
    do {
      if (rest_.empty()) return false;
      const size_t end = std::min(rest_.find('\n'), rest_.size());
      line = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++number_;
      if (line.ends_with('\r')) line.remove_suffix(1);
    } while (line.starts_with('#'));
    return true;
  }

  Error error(const std::string& what) const {
    return {Code::bad_record, "line " + std::to_string(std::max(1, number_)) + ": " + what};
  }

 private:
  std::string_view rest_;
  int number_ = 0;
};

struct Field {
  std::string value;
  Lines line;  // where it stands, to speak of it
};
using FieldMap = std::map<std::string, Field, std::less<>>;

Result<FieldMap> read_fields(Lines& lines) {
  constexpr std::string_view known[] = {"volpe", "game", "seats", "options", "names",
                                        "match", "dice", "seeds", "result"};
  FieldMap fields;
  for (std::string_view line; lines.next(line) && !line.empty();) {
    const size_t colon = line.find(": ");
    const std::string_view key = line.substr(0, colon);
    if (colon == std::string_view::npos) return lines.error("a header line is 'key: value', not " + quote(line));
    if (std::find(std::begin(known), std::end(known), key) == std::end(known))
      return lines.error("a record has no field " + quote(key));
    if (fields.empty() && key != "volpe") return lines.error("a record begins with 'volpe: 1'");
    const auto [at, fresh] = fields.try_emplace(std::string(key), Field{std::string(line.substr(colon + 2)), lines});
    if (!fresh) return lines.error("the field " + quote(key) + " stands twice");
    if (key == "volpe" && at->second.value != "1")
      return lines.error("this is a record of version " + quote(at->second.value) + ", known is 1");
  }
  if (fields.empty()) return lines.error("a record begins with 'volpe: 1'");
  for (std::string_view key : {"game", "seats"})
    if (!fields.contains(key)) return lines.error("the header has no field '" + std::string(key) + "'");
  return fields;
}

template <Game G>
Result<Setup> read_setup(const FieldMap& fields) {
  Setup setup;
  const Field& seats = fields.find("seats")->second;
  const bool number = seats.value.size() == 1 && is_digit(seats.value[0]);
  const Result<int> checked = check_seats<G>(number ? seats.value[0] - '0' : -1);
  if (!number || !checked)
    return seats.line.error(number ? checked.error().message : "'seats' is not a number of seats");
  setup.seats = *checked;
  const auto options = fields.find("options");
  if (options == fields.end()) return setup;
  Options seen{};
  for (std::string_view word : words_of(options->second.value)) {
    const size_t equals = word.find('=');
    if (equals == std::string_view::npos)
      return options->second.line.error("an option is 'name=value', not " + quote(word));
    const Result<Options> chosen = choose<G>(setup.options, word.substr(0, equals), word.substr(equals + 1));
    if (!chosen) return options->second.line.error(chosen.error().message);
    setup.options = *chosen;
    for (int n = 0; n < option_count<G>; ++n)
      if (G::options[n].name == word.substr(0, equals) && seen[n]++ != 0)
        return options->second.line.error("the option " + quote(word.substr(0, equals)) + " stands twice");
  }
  return setup;
}

Result<Header> read_header(const FieldMap& fields, int seats) {
  Header header;
  if (const auto names = fields.find("names"); names != fields.end()) {
    header.names = split(names->second.value, seat_separator);
    if (header.names.size() != static_cast<size_t>(seats))
      return names->second.line.error("there is not one name a seat");
    for (const std::string& name : header.names)
      if (const std::string wrong = bad_name(name); !wrong.empty()) return names->second.line.error(wrong);
  }
  if (const auto match = fields.find("match"); match != fields.end()) {
    if (!good_match(match->second.value, seats))
      return match->second.line.error("a match is '<id> 1/" + std::to_string(seats) + "', one game a seat");
    header.match = match->second.value;
  }
  const auto dice = fields.find("dice"), seeds = fields.find("seeds");
  if (dice != fields.end()) {
    if (!good_dice(dice->second.value))
      return dice->second.line.error("there are no dice " + quote(dice->second.value));
    header.dice = dice->second.value;
  }
  const bool fair = header.dice.starts_with("fair ");
  if (seeds != fields.end()) {
    if (!fair) return seeds->second.line.error("only fair dice have seeds");
    header.seeds = split(seeds->second.value, seat_separator);
    if (header.seeds.size() != static_cast<size_t>(seats))
      return seeds->second.line.error("there is not one seed a seat");
    for (const std::string& seed : header.seeds)
      if (seed != no_seed && !good_seed(seed))
        return seeds->second.line.error("a seed is 1 to 64 of the characters 0-9 A-Z a-z _ -, not " + quote(seed));
  } else if (fair) {
    return dice->second.line.error("fair dice need the field 'seeds'");
  }
  return header;
}

template <Game G>
Result<AnyPlay> read_events(const FieldMap& fields, Lines lines) {
  const Result<Setup> setup = read_setup<G>(fields);
  if (!setup) return setup.error();
  const Result<Header> header = read_header(fields, setup->seats);
  if (!header) return header.error();
  Play<G> play(*setup, *header);
  for (std::string_view line; lines.next(line);) {
    if (play.full()) return lines.error("the record is longer than any game");
    const auto event = G::read(play.state(), line);
    if (!event) return lines.error(event.error().message);
    play.add(*event);
  }
  if (const auto result = fields.find("result"); result != fields.end()) {
    if (!G::over(play.state())) return result->second.line.error("the record has a result, but the game is not over");
    if (const std::string ours = result_text<G>(play.state()); ours != result->second.value)
      return result->second.line.error("the result is " + ours + ", not " + quote(result->second.value));
  }
  return AnyPlay(std::move(play));
}

}  // namespace

std::string bad_name(std::string_view name) {
  if (name.empty() || name.front() == ' ' || name.back() == ' ')
    return "a name is not empty and has no space at its ends";
  if (name.size() > longest_name) return "a name is at most " + std::to_string(longest_name) + " bytes long";
  while (!name.empty()) {
    const size_t length = first_letter(name).length;
    if (length == 0) return "a name is UTF-8 text";
    const auto c = static_cast<unsigned char>(name[0]);
    const bool control = c < ' ' || c == 0x7f || (c == 0xc2 && static_cast<unsigned char>(name[1]) < 0xa0);
    if (control || c == '|') return "a name has no '|' and no control characters";
    name.remove_prefix(length);
  }
  return {};
}

bool good_dice(std::string_view dice) {
  const auto words = words_of(dice);
  if (words[0] == "real") return words.size() == 1;
  if (words[0] == "seeded") return seed_of(dice).has_value();
  if (words[0] == "daily") return words.size() == 2 && good_date(words[1]);
  if (words[0] != "fair" || words.size() < 2 || words.size() > 3) return false;
  return std::all_of(words.begin() + 1, words.end(), [](std::string_view word) { return from_hex(word).has_value(); });
}

std::string by_seat(const std::vector<std::string>& words) {
  std::string text;
  for (size_t seat = 0; seat < words.size(); ++seat)
    text += (seat == 0 ? "" : std::string(seat_separator)) + words[seat];
  return text;
}

Result<AnyPlay> read_record(std::string_view text) {
  Lines lines(text);
  if (text.size() > longest_record)
    return Error{Code::bad_record,
                 "line 1: this is longer than any record (" + std::to_string(longest_record >> 20) + " MiB)"};
  const Result<FieldMap> fields = read_fields(lines);
  if (!fields) return fields.error();
  const Field& name = fields->find("game")->second;
  const auto game = game_named(name.value);
  if (!game) return name.line.error(unknown_game(name.value).message);
  return std::visit([&](auto g) { return read_events<decltype(g)>(*fields, lines); }, *game);
}

}  // namespace volpe
