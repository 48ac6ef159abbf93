// The built-in texts: every language says everything, numbers have their forms, and terminals without letters get some.
#include "i18n/texts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "i18n/built_in_texts.h"

namespace volpe {
namespace {

// Another reading of locale/ than the program's own.
using Entries = std::vector<std::pair<std::string, std::string>>;
Entries entries_of(std::string_view language, const std::string& file) {
  std::ifstream stream(std::string(LOCALE) + "/" + std::string(language) + "/" + file);
  EXPECT_TRUE(stream) << language << ' ' << file;
  Entries entries;
  static const std::regex entry("([^#:][^:]*): (.*)");
  std::smatch parts;
  for (std::string line; std::getline(stream, line);)
    if (std::regex_match(line, parts, entry)) entries.emplace_back(parts[1], parts[2]);
  return entries;
}

std::string stem(const std::string& key) { return key.substr(0, key.find('#')); }

std::multiset<std::string> places(const std::string& text) {
  static const std::regex place("\\{\\w+\\}");
  return {std::sregex_token_iterator(text.begin(), text.end(), place), {}};
}

const char* const files[] = {"page.txt", "why.txt", "terminal.txt"};

TEST(Words, EveryLanguageHasTheSameKeysWithTheSamePlaces) {
  for (const char* file : files) {
    std::map<std::string, std::multiset<std::string>> wanted;
    for (const auto& [key, text] : entries_of("en", file)) wanted[stem(key)] = places(text);
    ASSERT_FALSE(wanted.empty()) << file;
    for (const Language& language : languages) {
      std::set<std::string> stems, keys;
      for (const auto& [key, text] : entries_of(language.code, file)) {
        EXPECT_TRUE(keys.insert(key).second) << language.code << ' ' << key << " stands twice";
        EXPECT_EQ(places(text), wanted[stem(key)]) << language.code << ' ' << key;
        stems.insert(stem(key));
      }
      for (const auto& [key, unused] : wanted)
        EXPECT_TRUE(stems.contains(key)) << language.code << ' ' << file << ' ' << key;
      EXPECT_EQ(stems.size(), wanted.size()) << language.code << ' ' << file;
    }
  }
}

TEST(Words, TheTerminalHasNoKeyOfThePage) {
  std::set<std::string> page;
  for (const auto& [key, text] : entries_of("en", "page.txt")) page.insert(stem(key));
  for (const auto& [key, text] : entries_of("en", "terminal.txt")) EXPECT_FALSE(page.contains(stem(key))) << key;
}

TEST(Words, ATextOfANumberHasTheFormsOfItsLanguage) {
  for (const Language& language : languages) {
    const std::set<std::string> wanted = language.code == "ru" ? std::set<std::string>{"few", "many", "one", "other"}
                                                               : std::set<std::string>{"one", "other"};
    for (const char* file : files) {
      std::map<std::string, std::set<std::string>> forms;
      for (const auto& [key, text] : entries_of(language.code, file))
        if (key.find('#') != std::string::npos) forms[stem(key)].insert(key.substr(key.find('#') + 1));
      for (const auto& [key, has] : forms) EXPECT_EQ(has, wanted) << language.code << ' ' << key;
    }
  }
}

TEST(Words, AreThoseOfTheFiles) {
  for (const Language& language : languages) {
    const Words words(language.code);
    for (const char* file : files) {
      const std::string prefix = std::string(file) == "why.txt" ? "why." : "";
      for (const auto& [key, text] : entries_of(language.code, file)) EXPECT_EQ(words(prefix + key), text);
    }
  }
}

TEST(Words, FillPlaces) {
  const Words words("en");
  EXPECT_EQ(words("roll"), "Roll");
  EXPECT_EQ(words("{a} and {b}, {a}{c", {{"a", "x{b}"}, {"b", 7}}), "x{b} and 7, x{b}{c");
  EXPECT_EQ(words("{a} {} {a b} {", {{"b", "no"}, {"", "no"}}), "{a} {} {a b} {");
}

TEST(Words, CountInRussian) {
  const Words words("ru");
  const std::map<long long, std::string> wanted = {{0, "0 игроков"},   {1, "1 игрок"},       {2, "2 игрока"},
                                                   {4, "4 игрока"},    {5, "5 игроков"},     {11, "11 игроков"},
                                                   {12, "12 игроков"}, {14, "14 игроков"},   {21, "21 игрок"},
                                                   {22, "22 игрока"},  {111, "111 игроков"}, {101, "101 игрок"}};
  for (const auto& [n, text] : wanted) EXPECT_EQ(words.count("players", n), text);
  EXPECT_EQ(words.count("clever.held.reroll", 3, {{"used", 2}}), "Есть 3 переброса, использовано: 2");
}

TEST(Words, CountInTheOtherLanguages) {
  EXPECT_EQ(Words("en").count("players", 1), "1 player");
  EXPECT_EQ(Words("en").count("players", 2), "2 players");
  EXPECT_EQ(Words("de").count("players", 0), "0 Personen");
  EXPECT_EQ(Words("it").count("players", 1), "1 giocatore");
  EXPECT_EQ(Words("es").count("players", 21), "21 jugadores");
  EXPECT_EQ(Words("en").count("{n} of {m}", 3, {{"m", 4}}), "3 of 4");  // a key without any text
}

TEST(Words, AKeyWithoutATextIsShownItself) {
  EXPECT_EQ(Words("de")("no.such.key"), "no.such.key");
  EXPECT_FALSE(Words("de").has("no.such.key"));
  EXPECT_TRUE(Words("de").has("roll"));
  EXPECT_EQ(Words("xx").language(), "en");
}

TEST(Words, Reasons) {
  EXPECT_EQ(Words("en").reasons({"completes_row", "no_such_reason", "earns_fox"}), "completes a row, earns a fox");
  EXPECT_EQ(Words("en").reasons({}), "");
  EXPECT_NE(Words("it").reasons({"earns_fox"}), Words("en").reasons({"earns_fox"}));
}

TEST(Words, RulesOfEveryGameInEveryLanguage) {
  std::set<std::string_view> all;
  for (const Language& language : languages)
    for (const char* game : {"clever", "genial"}) {
      std::ifstream stream(std::string(LOCALE) + "/" + std::string(language.code) + "/rules-" + game + ".md");
      std::stringstream text;
      text << stream.rdbuf();
      EXPECT_FALSE(text.str().empty());
      EXPECT_EQ(rules_text(game, language.code), text.str());
      all.insert(rules_text(game, language.code));
    }
  EXPECT_EQ(all.size(), 10U);
  EXPECT_EQ(rules_text("chess"), "");
}

TEST(Words, TheLanguageOfTheEnvironment) {
  const auto language = [](std::map<std::string, std::string> set) {
    return language_of([&](const char* name) { return set.contains(name) ? set[name].c_str() : nullptr; });
  };
  EXPECT_EQ(language({}), "en");
  EXPECT_EQ(language({{"LANG", "de_DE.UTF-8"}}), "de");
  EXPECT_EQ(language({{"LANG", "ru"}}), "ru");
  EXPECT_EQ(language({{"LANG", "it.UTF-8"}}), "it");
  EXPECT_EQ(language({{"LANG", "es@euro"}}), "es");
  EXPECT_EQ(language({{"LANG", "C.UTF-8"}}), "en");
  EXPECT_EQ(language({{"LANG", "fr_FR"}}), "en");
  EXPECT_EQ(language({{"LANG", "deutsch"}}), "en");
  EXPECT_EQ(language({{"LC_ALL", "POSIX"}, {"LANG", "de_DE"}}), "en");
  EXPECT_EQ(language({{"LC_ALL", ""}, {"LC_MESSAGES", "it_IT"}, {"LANG", "de_DE"}}), "it");
}

TEST(Words, PlainTextIsAscii) {
  EXPECT_EQ(plain("Größe „Fünf“ – 3 × 4 → ≥ 12…"), "Groesse \"Fuenf\" - 3 x 4 -> >= 12...");
  EXPECT_EQ(plain("¿Qué? Più, mañana. È così’"), "Que? Piu, manana. E cosi'");
  EXPECT_EQ(plain("Жёлтый щит, объём"), "Zhyoltyy shchit, obyom");
  EXPECT_EQ(plain("狐 \xff|"), "? ?|");
  for (const BuiltIn& file : built_in_texts()) {
    const std::string text = plain(file.text);
    EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); })) << file.file;
    EXPECT_EQ(std::ranges::count(text, '?'), std::ranges::count(file.text, '?')) << file.language << ' ' << file.file;
  }
}

}  // namespace
}  // namespace volpe
