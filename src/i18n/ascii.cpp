// The ASCII spellings of letters and signs.
#include "i18n/ascii.h"

#include <algorithm>
#include <iterator>

#include "base/utf8.h"

namespace volpe {
namespace {

struct Spelling {
  std::string_view letter, ascii;
};
constexpr Spelling spellings[] = {
    {"ä", "ae"}, {"ö", "oe"},   {"ü", "ue"},   {"Ä", "Ae"}, {"Ö", "Oe"}, {"Ü", "Ue"},     {"ß", "ss"},     {"ẞ", "SS"},
    {"à", "a"},  {"á", "a"},    {"â", "a"},    {"è", "e"},  {"é", "e"},  {"ê", "e"},      {"ì", "i"},      {"í", "i"},
    {"î", "i"},  {"ò", "o"},    {"ó", "o"},    {"ô", "o"},  {"ù", "u"},  {"ú", "u"},      {"û", "u"},      {"ñ", "n"},
    {"ç", "c"},  {"À", "A"},    {"Á", "A"},    {"Â", "A"},  {"È", "E"},  {"É", "E"},      {"Ê", "E"},      {"Ì", "I"},
    {"Í", "I"},  {"Î", "I"},    {"Ò", "O"},    {"Ó", "O"},  {"Ô", "O"},  {"Ù", "U"},      {"Ú", "U"},      {"Û", "U"},
    {"Ñ", "N"},  {"Ç", "C"},    {"¡", ""},     {"¿", ""},   {"«", "\""}, {"»", "\""},     {"„", "\""},     {"“", "\""},
    {"”", "\""}, {"‘", "'"},    {"’", "'"},    {"‚", "'"},  {"–", "-"},  {"—", "-"},      {"−", "-"},      {"…", "..."},
    {"·", "-"},  {"•", "*"},    {"×", "x"},    {"✕", "x"},  {"✗", "x"},  {"✓", "v"},      {"→", "->"},     {"←", "<-"},
    {"↑", "^"},  {"↓", "v"},    {"≥", ">="},   {"≤", "<="}, {"≠", "!="}, {"\u00a0", " "}, {"\u202f", " "}, {"─", "-"},
    {"│", "|"},  {"┌", "+"},    {"┐", "+"},    {"└", "+"},  {"┘", "+"},  {"½", "1/2"},    {"€", "EUR"},    {"а", "a"},
    {"б", "b"},  {"в", "v"},    {"г", "g"},    {"д", "d"},  {"е", "e"},  {"ё", "yo"},     {"ж", "zh"},     {"з", "z"},
    {"и", "i"},  {"й", "y"},    {"к", "k"},    {"л", "l"},  {"м", "m"},  {"н", "n"},      {"о", "o"},      {"п", "p"},
    {"р", "r"},  {"с", "s"},    {"т", "t"},    {"у", "u"},  {"ф", "f"},  {"х", "kh"},     {"ц", "ts"},     {"ч", "ch"},
    {"ш", "sh"}, {"щ", "shch"}, {"ъ", ""},     {"ы", "y"},  {"ь", ""},   {"э", "e"},      {"ю", "yu"},     {"я", "ya"},
    {"А", "A"},  {"Б", "B"},    {"В", "V"},    {"Г", "G"},  {"Д", "D"},  {"Е", "E"},      {"Ё", "Yo"},     {"Ж", "Zh"},
    {"З", "Z"},  {"И", "I"},    {"Й", "Y"},    {"К", "K"},  {"Л", "L"},  {"М", "M"},      {"Н", "N"},      {"О", "O"},
    {"П", "P"},  {"Р", "R"},    {"С", "S"},    {"Т", "T"},  {"У", "U"},  {"Ф", "F"},      {"Х", "Kh"},     {"Ц", "Ts"},
    {"Ч", "Ch"}, {"Ш", "Sh"},   {"Щ", "Shch"}, {"Ъ", ""},   {"Ы", "Y"},  {"Ь", ""},       {"Э", "E"},      {"Ю", "Yu"},
    {"Я", "Ya"},
};

}  // namespace

std::string to_ascii(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view letter = text.substr(0, std::max<size_t>(1, first_letter(text).length));
    text.remove_prefix(letter.size());
    if (static_cast<unsigned char>(letter[0]) < 0x80) {
      result += letter[0];
      continue;
    }
    const auto* spelling = std::ranges::find(spellings, letter, &Spelling::letter);
    result += spelling != std::end(spellings) ? spelling->ascii : "?";
  }
  return result;
}

}  // namespace volpe
