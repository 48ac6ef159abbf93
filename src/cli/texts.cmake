# Makes texts.cpp: the rules texts of locale/ as string literals behind rules_text().
set(code "// Made from locale/ by src/cli/texts.cmake.\n#include \"cli/texts.h\"\n\nnamespace volpe {\n\nstd::string_view rules_text(std::string_view game) {\n")
foreach(file ${RULES})
  file(READ ${file} text)
  string(REGEX REPLACE ".*/rules-(.*)\\.md" "\\1" game ${file})
  string(APPEND code "  if (game == \"${game}\") return R\"text(${text})text\";\n")
endforeach()
string(APPEND code "  return {};\n}\n\n}  // namespace volpe\n")
file(WRITE ${OUTPUT} "${code}")
