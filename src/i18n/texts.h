// Every text a player reads, in five languages: the files of locale/, built into the program.
#pragma once

#include <concepts>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "i18n/language.h"

namespace volpe {

// The value of a {placeholder} in a text.
struct Placeholder {
  std::string_view name;
  std::string value;

  Placeholder(std::string_view in, std::string_view text) : name(in), value(text) {}
  Placeholder(std::string_view in, std::integral auto number) : name(in), value(std::to_string(number)) {}
};

// The texts of one language by key: those of page.txt and terminal.txt, and those of why.txt with "why." before their
// keys. English stands in for a text that the language lacks, and the key itself for one that English lacks too.
class Texts {
 public:
  explicit Texts(std::string_view language);  // one of `languages`; English if it is not

  std::string_view language() const { return language_; }
  bool has(std::string_view key) const;

  std::string operator()(std::string_view key, std::initializer_list<Placeholder> placeholders = {}) const;

  // The plural form that the language uses for n ("key#one"), with n in its {n}.
  std::string count(std::string_view key, long long n, std::initializer_list<Placeholder> placeholders = {}) const;

  // The reasons for an advised decision: "completes a row, earns a fox".
  std::string reasons(const std::vector<std::string_view>& keys) const;

 private:
  using TextByKey = std::map<std::string, std::string_view, std::less<>>;
  static const TextByKey& texts_in(std::string_view language);
  const std::string_view* find(std::string_view key) const;

  std::string_view language_;
  const TextByKey *own_, *english_;
};

// The rules of a game, in Markdown; empty if there are none.
std::string_view rules_text(std::string_view game, std::string_view language = "en");

}  // namespace volpe
