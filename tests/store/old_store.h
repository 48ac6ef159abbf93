// A store of schema step 2, the last before entries had a time: the export tests/store/step-2.jsonl of a server of that
// time, as rows in the schema of that time. It holds an open table, a running game, a match in its second game, a game
// that is over (with somebody who was forgotten since), a game of the day and an archived table.
#pragma once

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <list>
#include <sstream>

#include "store/connection.h"
#include "store/schema.h"

namespace volpe::store {

namespace old {
inline const Id anna = "a7591f9d31140bd98f09da5bdee32961", berta = "e0bb36d8b8ca71caeb529c335c778875";
inline const Id open = "4aaddc866b5e9a4bb89a114e93082684", playing = "271e2199588c7925f26295e56c016f23",
                match = "86b42477cce9d49693cc3301a2731594", over = "149ef97ebd07c565d6595fd57267b536",
                daily = "5f50f04b885b5d05fd50a8122a48cd83", archived = "e824b936a3fd61081db6994272a68170";
}  // namespace old

inline std::string old_export() {
  std::ifstream file(OLD_EXPORT);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline Value old_value(const boost::json::value& value) {
  if (value.is_null()) return {};
  if (value.is_int64()) return value.get_int64();
  return std::string(value.get_string());
}

// The statement that inserts a row of the export; `texts` keep its SQL.
inline Statement old_row(const boost::json::object& line, std::list<std::string>& texts) {
  const auto& [table, row] = *line.begin();
  std::string columns, parameters;
  Row values;
  for (const auto& [column, value] : row.get_object()) {
    columns += (columns.empty() ? "" : ", ") + std::string(column);
    values.push_back(old_value(value));
    parameters += (parameters.empty() ? "$" : ", $") + std::to_string(values.size());
  }
  texts.push_back("INSERT INTO " + std::string(table) + " (" + columns + ") VALUES (" + parameters + ")");
  return {texts.back().c_str(), std::move(values)};
}

inline void make_old_store(Database& database) {
  auto connection = std::move(*database.connect(Database::Use::load));
  const std::vector<Step> steps(schema_steps().begin(), schema_steps().begin() + 2);
  const std::optional<Error> failed = migrate(*connection, steps);
  ASSERT_FALSE(failed) << failed->message;
  std::istringstream lines(old_export());
  std::list<std::string> texts;
  for (std::string line; std::getline(lines, line);) {
    const boost::json::object row = boost::json::parse(line).as_object();
    if (!row.begin()->value().is_object()) continue;  // the first line and the last
    const auto done = connection->run({old_row(row, texts)});
    ASSERT_TRUE(bool(done)) << done.error().message;
  }
}

}  // namespace volpe::store
