// The texts of the terminal: it uses every key that it has, and has every key that it uses.
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "i18n/texts.h"
#include "terminal/read_whole_file.h"

namespace volpe {
namespace {

std::string terminal_sources() {
  std::string sources;
  std::istringstream files(TERMINAL_SOURCES);
  for (std::string file; std::getline(files, file, ',');) sources += read_whole_file(file);
  return sources;
}

// Keys stand in the sources as literals, or are built as "join." + code where the code is a literal too.
TEST(TerminalTexts, AreAllUsed) {
  const std::string sources = terminal_sources();
  const auto stands = [&](const std::string& word) { return sources.find('"' + word + '"') != std::string::npos; };
  std::istringstream texts(read_whole_file(std::string(LOCALE) + "/en/terminal.txt"));
  int keys = 0;
  for (std::string line; std::getline(texts, line);) {
    const std::string key = line.substr(0, line.find_first_of(":#"));
    if (key.empty()) continue;
    ++keys;
    const size_t dot = key.rfind('.') + 1;
    EXPECT_TRUE(stands(key) || (stands(key.substr(0, dot)) && stands(key.substr(dot)))) << key << " is not used";
  }
  EXPECT_GT(keys, 20);
}

TEST(TerminalTexts, HaveEveryKeyThatIsUsed) {
  const std::string sources = terminal_sources();
  static const std::regex asked(R"re(texts_?(?:\.count)?\("([a-z_.]+[a-z_])"(?! \+))re");
  const Texts texts("en");
  int found = 0;
  for (std::sregex_iterator match(sources.begin(), sources.end(), asked), end; match != end; ++match, ++found)
    EXPECT_TRUE(texts.has((*match)[1].str()) || texts.has((*match)[1].str() + "#other")) << (*match)[1];
  EXPECT_GT(found, 40);
}

}  // namespace
}  // namespace volpe
