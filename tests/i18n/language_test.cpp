// Which language the environment asks for.
#include "i18n/language.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace volpe {
namespace {

TEST(Language, IsTheOneThatTheEnvironmentAsksFor) {
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

}  // namespace
}  // namespace volpe
