// Every text a player reads, in five languages: the files of locale/, built into the program.
#pragma once

#include <array>
#include <concepts>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace volpe {

struct Language {
  std::string_view code, name;
};
inline constexpr std::array<Language, 5> languages = {
    {{"en", "English"}, {"de", "Deutsch"}, {"it", "Italiano"}, {"es", "Español"}, {"ru", "Русский"}}};

bool is_language(std::string_view code);

// The language that LC_ALL, LC_MESSAGES and LANG ask for (the first that is set decides), or English. Give it
// std::getenv.
std::string_view language_of(const std::function<const char*(const char*)>& environment);

// What a {place} of a text is filled with.
struct Filling {
  std::string_view place;
  std::string value;

  Filling(std::string_view in, std::string_view text) : place(in), value(text) {}
  Filling(std::string_view in, std::integral auto number) : place(in), value(std::to_string(number)) {}
};

// The texts of page.txt and terminal.txt by their keys, and those of why.txt by "why." and theirs. What a language does
// not say is said in English, and a key without any text is shown itself.
class Words {
 public:
  explicit Words(std::string_view language);  // one of `languages`; English if it is not

  std::string_view language() const { return language_; }
  bool has(std::string_view key) const;

  std::string operator()(std::string_view key, std::initializer_list<Filling> fillings = {}) const;

  // The form that the language has for n ("key#one"), with n in its {n}.
  std::string count(std::string_view key, long long n, std::initializer_list<Filling> fillings = {}) const;

  // Reasons of an advice: "completes a row, earns a fox".
  std::string reasons(const std::vector<std::string_view>& keys) const;

 private:
  using Texts = std::map<std::string, std::string_view, std::less<>>;
  static const Texts& texts_in(std::string_view language);
  const std::string_view* find(std::string_view key) const;

  std::string_view language_;
  const Texts *own_, *english_;
};

// The rules of a game as locale/ has them; empty if there are none.
std::string_view rules_text(std::string_view game, std::string_view language = "en");

// For terminals that know ASCII alone: ä becomes ae, é e, „ and “ ", × x; Russian is spelled in Latin letters, and what
// has no spelling becomes a question mark.
std::string plain(std::string_view text);

}  // namespace volpe
