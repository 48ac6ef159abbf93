// Texts by key and language, and how they are filled.
#include "i18n/texts.h"

#include <algorithm>
#include <cstdlib>
#include <span>

#include "i18n/built_in_texts.h"

namespace volpe {
namespace {

std::string_view text_of(std::string_view language, std::string_view file) {
  for (const BuiltIn& text : built_in_texts())
    if (text.language == language && text.file == file) return text.text;
  return {};
}

std::string_view trimmed(std::string_view text) {
  const size_t from = text.find_first_not_of(" \t\r"), to = text.find_last_not_of(" \t\r");
  return from == std::string_view::npos ? std::string_view() : text.substr(from, to - from + 1);
}

// The plural forms of whole numbers as the Unicode tables have them. Italian and Spanish have one more for millions.
std::string_view form_of(std::string_view language, long long n) {
  const auto ones = std::abs(n % 10), tens = std::abs(n % 100) / 10;
  if (language != "ru") return n == 1 || n == -1 ? "one" : "other";
  if (tens != 1 && ones == 1) return "one";
  if (tens != 1 && ones >= 2 && ones <= 4) return "few";
  return "many";
}

bool of_a_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Places that nothing is given for stay as they are.
std::string filled(std::string_view text, std::span<const Filling> fillings) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (text[at] == '{')
      while (end < text.size() && of_a_name(text[end])) ++end;
    const std::string_view place = text.substr(at + 1, end - at - 1);
    const auto filling = std::ranges::find(fillings, place, &Filling::place);
    if (!place.empty() && end < text.size() && text[end] == '}' && filling != fillings.end()) {
      result += filling->value;
      at = end + 1;
    } else {
      result += text[at++];
    }
  }
  return result;
}

const Language& language_or_english(std::string_view code) {
  const auto* found = std::ranges::find(languages, code, &Language::code);
  return found != languages.end() ? *found : languages[0];
}

}  // namespace

bool is_language(std::string_view code) { return language_or_english(code).code == code; }

std::string_view language_of(const std::function<const char*(const char*)>& environment) {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* value = environment(variable); value != nullptr && *value != '\0') {
      const std::string_view locale = value;
      return language_or_english(locale.substr(0, locale.find_first_of("_.@"))).code;
    }
  return "en";
}

Words::Words(std::string_view language)
    : language_(language_or_english(language).code), own_(&texts_in(language_)), english_(&texts_in("en")) {}

// A line is "key: text", or a comment that begins with #.
const Words::Texts& Words::texts_in(std::string_view language) {
  static const std::map<std::string_view, Texts> all = [] {
    std::map<std::string_view, Texts> read;
    for (const BuiltIn& file : built_in_texts()) {
      if (!file.file.ends_with(".txt")) continue;
      const std::string prefix = file.file == "why.txt" ? "why." : "";
      for (std::string_view rest = file.text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const size_t colon = line.find(": ");
        if (line.starts_with('#') || colon == std::string_view::npos) continue;
        read[file.language][prefix + std::string(line.substr(0, colon))] = trimmed(line.substr(colon + 2));
      }
    }
    return read;
  }();
  return all.at(language);
}

const std::string_view* Words::find(std::string_view key) const {
  for (const Texts* texts : {own_, english_})
    if (const auto found = texts->find(key); found != texts->end()) return &found->second;
  return nullptr;
}

bool Words::has(std::string_view key) const { return find(key) != nullptr; }

std::string Words::operator()(std::string_view key, std::initializer_list<Filling> fillings) const {
  const std::string_view* text = find(key);
  return filled(text != nullptr ? *text : key, {fillings.begin(), fillings.size()});
}

std::string Words::count(std::string_view key, long long n, std::initializer_list<Filling> fillings) const {
  std::vector<Filling> all(fillings);
  all.emplace_back("n", n);
  const std::string stem = std::string(key) + "#";
  const std::string_view* text = find(stem + std::string(form_of(language_, n)));
  if (text == nullptr) text = find(stem + "other");
  if (text == nullptr) text = find(key);
  return filled(text != nullptr ? *text : key, all);
}

std::string Words::reasons(const std::vector<std::string_view>& keys) const {
  std::string text;
  for (std::string_view key : keys)
    if (const std::string_view* reason = find("why." + std::string(key)))
      text.append(text.empty() ? "" : ", ").append(*reason);
  return text;
}

std::string_view rules_text(std::string_view game, std::string_view language) {
  return text_of(language, "rules-" + std::string(game) + ".md");
}

}  // namespace volpe
