// Finds texts by key and language and fills their placeholders.
#include "i18n/texts.h"

#include <algorithm>
#include <cstdlib>
#include <span>

#include "i18n/built_in_texts.h"

namespace volpe {
namespace {

std::string_view text_of(std::string_view language, std::string_view file) {
  for (const BuiltInText& text : built_in_texts())
    if (text.language == language && text.file == file) return text.text;
  return {};
}

std::string_view trimmed(std::string_view text) {
  const size_t from = text.find_first_not_of(" \t\r"), to = text.find_last_not_of(" \t\r");
  return from == std::string_view::npos ? std::string_view() : text.substr(from, to - from + 1);
}

// The plural form of a whole number by the Unicode tables; the form of Italian and Spanish for millions is left out.
std::string_view form_of(std::string_view language, long long n) {
  const auto ones = std::abs(n % 10), tens = std::abs(n % 100) / 10;
  if (language != "ru") return n == 1 || n == -1 ? "one" : "other";
  if (tens != 1 && ones == 1) return "one";
  if (tens != 1 && ones >= 2 && ones <= 4) return "few";
  return "many";
}

bool in_placeholder_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Placeholders without a value stay as they are.
std::string filled(std::string_view text, std::span<const Placeholder> placeholders) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (text[at] == '{')
      while (end < text.size() && in_placeholder_name(text[end])) ++end;
    const std::string_view name = text.substr(at + 1, end - at - 1);
    const auto placeholder = std::ranges::find(placeholders, name, &Placeholder::name);
    if (!name.empty() && end < text.size() && text[end] == '}' && placeholder != placeholders.end()) {
      result += placeholder->value;
      at = end + 1;
    } else {
      result += text[at++];
    }
  }
  return result;
}

}  // namespace

Texts::Texts(std::string_view language)
    : language_(language_or_english(language).code), own_(&texts_in(language_)), english_(&texts_in("en")) {}

// A line is "key: text", or a comment that begins with #.
const Texts::TextByKey& Texts::texts_in(std::string_view language) {
  static const std::map<std::string_view, TextByKey> all = [] {
    std::map<std::string_view, TextByKey> read;
    for (const BuiltInText& file : built_in_texts()) {
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

const std::string_view* Texts::find(std::string_view key) const {
  for (const TextByKey* texts : {own_, english_})
    if (const auto found = texts->find(key); found != texts->end()) return &found->second;
  return nullptr;
}

bool Texts::has(std::string_view key) const { return find(key) != nullptr; }

std::string Texts::operator()(std::string_view key, std::initializer_list<Placeholder> placeholders) const {
  const std::string_view* text = find(key);
  return filled(text != nullptr ? *text : key, {placeholders.begin(), placeholders.size()});
}

std::string Texts::count(std::string_view key, long long n, std::initializer_list<Placeholder> placeholders) const {
  std::vector<Placeholder> all(placeholders);
  all.emplace_back("n", n);
  const std::string stem = std::string(key) + "#";
  const std::string_view* text = find(stem + std::string(form_of(language_, n)));
  if (text == nullptr) text = find(stem + "other");
  if (text == nullptr) text = find(key);
  return filled(text != nullptr ? *text : key, all);
}

std::string Texts::reasons(const std::vector<std::string_view>& keys) const {
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
