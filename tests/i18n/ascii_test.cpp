// Texts spelled in ASCII.
#include "i18n/ascii.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "i18n/built_in_texts.h"

namespace volpe {
namespace {

TEST(Ascii, SpellsEveryBuiltInText) {
  EXPECT_EQ(to_ascii("Größe „Fünf“ – 3 × 4 → ≥ 12…"), "Groesse \"Fuenf\" - 3 x 4 -> >= 12...");
  EXPECT_EQ(to_ascii("¿Qué? Più, mañana. È così’"), "Que? Piu, manana. E cosi'");
  EXPECT_EQ(to_ascii("Жёлтый щит, объём"), "Zhyoltyy shchit, obyom");
  EXPECT_EQ(to_ascii("狐 \xff|"), "? ?|");
  for (const BuiltInText& file : built_in_texts()) {
    const std::string text = to_ascii(file.text);
    EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); })) << file.file;
    EXPECT_EQ(std::ranges::count(text, '?'), std::ranges::count(file.text, '?')) << file.language << ' ' << file.file;
  }
}

}  // namespace
}  // namespace volpe
