// The built-in texts: every language says everything, placeholders are filled, and numbers have their forms.
#include "i18n/texts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace volpe {
namespace {

// Reads locale/ independently of the program.
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

std::multiset<std::string> placeholders(const std::string& text) {
  static const std::regex placeholder("\\{\\w+\\}");
  return {std::sregex_token_iterator(text.begin(), text.end(), placeholder), {}};
}

const char* const files[] = {"page.txt", "why.txt", "terminal.txt"};

TEST(Texts, EveryLanguageHasTheSameKeysWithTheSamePlaceholders) {
  for (const char* file : files) {
    std::map<std::string, std::multiset<std::string>> wanted;
    for (const auto& [key, text] : entries_of("en", file)) wanted[stem(key)] = placeholders(text);
    ASSERT_FALSE(wanted.empty()) << file;
    for (const Language& language : languages) {
      std::set<std::string> stems, keys;
      for (const auto& [key, text] : entries_of(language.code, file)) {
        EXPECT_TRUE(keys.insert(key).second) << language.code << ' ' << key << " stands twice";
        EXPECT_EQ(placeholders(text), wanted[stem(key)]) << language.code << ' ' << key;
        stems.insert(stem(key));
      }
      for (const auto& [key, unused] : wanted)
        EXPECT_TRUE(stems.contains(key)) << language.code << ' ' << file << ' ' << key;
      EXPECT_EQ(stems.size(), wanted.size()) << language.code << ' ' << file;
    }
  }
}

TEST(Texts, TheTerminalHasNoKeyOfThePage) {
  std::set<std::string> page;
  for (const auto& [key, text] : entries_of("en", "page.txt")) page.insert(stem(key));
  for (const auto& [key, text] : entries_of("en", "terminal.txt")) EXPECT_FALSE(page.contains(stem(key))) << key;
}

TEST(Texts, ATextOfANumberHasTheFormsOfItsLanguage) {
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

TEST(Texts, AreThoseOfTheFiles) {
  for (const Language& language : languages) {
    const Texts texts(language.code);
    for (const char* file : files) {
      const std::string prefix = std::string(file) == "why.txt" ? "why." : "";
      for (const auto& [key, text] : entries_of(language.code, file)) EXPECT_EQ(texts(prefix + key), text);
    }
  }
}

TEST(Texts, FillPlaceholders) {
  const Texts texts("en");
  EXPECT_EQ(texts("roll"), "Roll");
  EXPECT_EQ(texts("{a} and {b}, {a}{c", {{"a", "x{b}"}, {"b", 7}}), "x{b} and 7, x{b}{c");
  EXPECT_EQ(texts("{a} {} {a b} {", {{"b", "no"}, {"", "no"}}), "{a} {} {a b} {");
}

TEST(Texts, CountInRussian) {
  const Texts texts("ru");
  const std::map<long long, std::string> wanted = {{0, "0 игроков"},   {1, "1 игрок"},       {2, "2 игрока"},
                                                   {4, "4 игрока"},    {5, "5 игроков"},     {11, "11 игроков"},
                                                   {12, "12 игроков"}, {14, "14 игроков"},   {21, "21 игрок"},
                                                   {22, "22 игрока"},  {111, "111 игроков"}, {101, "101 игрок"}};
  for (const auto& [n, text] : wanted) EXPECT_EQ(texts.count("players", n), text);
  EXPECT_EQ(texts.count("clever.held.reroll", 3, {{"used", 2}}), "Есть 3 переброса, использовано: 2");
}

TEST(Texts, CountInTheOtherLanguages) {
  EXPECT_EQ(Texts("en").count("players", 1), "1 player");
  EXPECT_EQ(Texts("en").count("players", 2), "2 players");
  EXPECT_EQ(Texts("de").count("players", 0), "0 Personen");
  EXPECT_EQ(Texts("it").count("players", 1), "1 giocatore");
  EXPECT_EQ(Texts("es").count("players", 21), "21 jugadores");
  EXPECT_EQ(Texts("en").count("{n} of {m}", 3, {{"m", 4}}), "3 of 4");  // a key without any text
}

TEST(Texts, AKeyWithoutATextIsShownItself) {
  EXPECT_EQ(Texts("de")("no.such.key"), "no.such.key");
  EXPECT_FALSE(Texts("de").has("no.such.key"));
  EXPECT_TRUE(Texts("de").has("roll"));
  EXPECT_EQ(Texts("xx").language(), "en");
}

TEST(Texts, JoinReasonsWithCommas) {
  EXPECT_EQ(Texts("en").reasons({"completes_row", "no_such_reason", "earns_fox"}), "completes a row, earns a fox");
  EXPECT_EQ(Texts("en").reasons({}), "");
  EXPECT_NE(Texts("it").reasons({"earns_fox"}), Texts("en").reasons({"earns_fox"}));
}

TEST(Texts, HoldTheRulesOfEveryGameInEveryLanguage) {
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

}  // namespace
}  // namespace volpe
