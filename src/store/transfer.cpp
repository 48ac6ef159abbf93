// Exports and imports. The first line is {"volpe store":2}; then a line for every row, {"people":{"id":"…",…}}; the
// last is {"end":N} with the number of rows, so that an export that was cut off is not taken for a whole one. In the
// exports of older servers, {"volpe store":1}, entries have no time.
#include "store/transfer.h"

#include <boost/json.hpp>

#include "store/rows.h"
#include "store/schema.h"

namespace volpe::store {
namespace {

namespace json = boost::json;

constexpr std::string_view first_line = R"({"volpe store":2})", older_first_line = R"({"volpe store":1})";
constexpr size_t page = 500;  // rows at a time

// The statements over a table of the schema, made once from its columns.
struct Sql {
  std::string first_page, next_page, insert, any;
};

std::string list(size_t count, const std::function<std::string(size_t)>& item) {
  std::string text;
  for (size_t at = 0; at < count; ++at) text += (at == 0 ? "" : ", ") + item(at);
  return text;
}

Sql sql_for(const Exported& table) {
  const auto column = [&](size_t at) { return std::string(table.columns[at]); };
  const auto parameter = [](size_t at) { return "$" + std::to_string(at + 1); };
  const size_t all = table.columns.size(), keys = table.key_columns;
  const std::string from = "SELECT " + list(all, column) + " FROM " + table.name;
  const std::string key = list(keys, column);
  const std::string order = " ORDER BY " + key + " LIMIT " + std::to_string(page);
  return {
      from + order, from + " WHERE (" + key + ") > (" + list(keys, parameter) + ")" + order,
      std::string("INSERT INTO ") + table.name + " (" + list(all, column) + ") VALUES (" + list(all, parameter) + ")",
      std::string("SELECT 1 FROM ") + table.name + " LIMIT 1"};
}

const std::vector<Sql>& sql() {
  static const std::vector<Sql> statements = [] {
    std::vector<Sql> made;
    for (const Exported& table : exported_tables()) made.push_back(sql_for(table));
    return made;
  }();
  return statements;
}

Error error_of(const Failure& failure) { return {Code::unavailable, failure.message}; }
Error bad_line(size_t line, const std::string& why) {
  return {Code::bad_record, "line " + std::to_string(line) + " of the import: " + why};
}

std::string line_of(const Exported& table, const Row& row) {
  json::object columns;
  for (size_t at = 0; at < row.size(); ++at)
    columns[table.columns[at]] = std::visit(
        [](const auto& value) -> json::value {
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
            return nullptr;
          else
            return json::value(value);
        },
        row[at]);
  return json::serialize(json::object{{table.name, std::move(columns)}});
}

// The rows of a table, page by page. Says whether the visitor wants more.
Attempt<bool> export_table(Connection& connection, size_t number, u64& count,
                           const std::function<bool(std::string_view)>& visit) {
  const Exported& table = exported_tables()[number];
  Statement next{sql()[number].first_page.c_str()};
  for (;;) {
    auto answer = connection.run({next});
    if (!answer) return answer.error();
    const Rows& rows = answer->front();
    for (const Row& row : rows) {
      ++count;
      if (!visit(line_of(table, row))) return false;
    }
    if (rows.size() < page) return true;
    next = {sql()[number].next_page.c_str(),
            Row(rows.back().begin(), rows.back().begin() + std::ptrdiff_t(table.key_columns))};
  }
}

std::optional<Error> export_all(Connection& connection, const std::function<bool(std::string_view)>& visit) {
  if (!visit(first_line)) return {};
  u64 count = 0;
  for (size_t number = 0; number < exported_tables().size(); ++number) {
    const Attempt<bool> more = export_table(connection, number, count, visit);
    if (!more) return error_of(more.error());
    if (!*more) return {};
  }
  visit(json::serialize(json::object{{"end", count}}));
  return {};
}

std::optional<Value> value_of(const json::value* found) {
  if (found == nullptr) return {};
  if (found->is_null()) return std::optional<Value>(std::in_place);
  if (const auto* number = found->if_int64()) return Value(*number);
  const auto* text = found->if_string();
  if (text == nullptr || text->find('\0') != json::string::npos) return {};
  return Value(std::string(*text));
}

// The statement that writes the row of a line, or what is wrong with the line.
std::variant<Statement, std::string> read_row(const json::object& line, bool older) {
  for (size_t number = 0; number < exported_tables().size(); ++number) {
    const Exported& table = exported_tables()[number];
    const json::value* found = line.if_contains(table.name);
    if (found == nullptr) continue;
    if (!found->is_object()) return "it is not a row";
    Statement statement{sql()[number].insert.c_str()};
    for (const char* column : table.columns) {
      const bool added = older && std::string_view(table.name) == "entries" && std::string_view(column) == "time";
      std::optional<Value> value = added ? Value(i64{0}) : value_of(found->get_object().if_contains(column));
      if (!value) return std::string("its \"") + column + "\" is missing or wrong";
      statement.values.push_back(std::move(*value));
    }
    return statement;
  }
  return "it is no row of a store";
}

std::optional<Error> refuse_unless_empty(Connection& connection) {
  for (const Sql& table : sql()) {
    auto found = connection.run({{table.any.c_str()}});
    if (!found) return error_of(found.error());
    if (!found->front().empty()) return Error{Code::bad_option, "the store is not empty: an import needs a new one"};
  }
  return {};
}

std::optional<Error> import_all(Connection& connection, const std::function<std::optional<std::string>()>& next) {
  if (std::optional<Error> refused = refuse_unless_empty(connection)) return refused;
  const std::optional<std::string> start = next();
  const bool older = start == older_first_line;
  if (start != first_line && !older) return bad_line(1, "it is not the start of an export of this kind");
  std::vector<Statement> rows;
  u64 count = 0;
  for (size_t number = 2;; ++number) {
    const std::optional<std::string> text = next();
    if (!text) return bad_line(number, "the export is cut off");
    json::error_code error;
    const json::value parsed = json::parse(*text, error);
    if (error || !parsed.is_object()) return bad_line(number, "it is not a JSON object");
    const json::value* end = parsed.get_object().if_contains("end");
    if (end == nullptr) {
      std::variant<Statement, std::string> row = read_row(parsed.get_object(), older);
      if (const auto* wrong = std::get_if<std::string>(&row)) return bad_line(number, *wrong);
      rows.push_back(std::move(*std::get_if<Statement>(&row)));
      ++count;
    }
    if (rows.size() == page || end != nullptr) {
      if (auto written = connection.run(rows); !written) return bad_line(number, written.error().message);
      rows.clear();
    }
    if (end == nullptr) continue;
    const i64* stated = end->if_int64();
    if (stated == nullptr || *stated != i64(count)) return bad_line(number, "the number of rows is wrong");
    if (older)
      if (auto timed = connection.run({{time_last_entries}}); !timed) return error_of(timed.error());
    return {};
  }
}

}  // namespace

std::optional<Error> export_rows(Connection& connection, const std::function<bool(std::string_view)>& visit) {
  if (auto begun = connection.run({{"BEGIN /*pg ISOLATION LEVEL REPEATABLE READ READ ONLY*/"}}); !begun)
    return error_of(begun.error());
  std::optional<Error> failed = export_all(connection, visit);
  (void)connection.run({{"ROLLBACK"}});
  return failed;
}

std::optional<Error> import_rows(Connection& connection, const std::function<std::optional<std::string>()>& next) {
  if (auto begun = connection.run({{"BEGIN"}}); !begun) return error_of(begun.error());
  std::optional<Error> failed = import_all(connection, next);
  if (!failed)
    if (auto done = connection.run({{"COMMIT"}}); !done) failed = error_of(done.error());
  if (failed) (void)connection.run({{"ROLLBACK"}});
  return failed;
}

}  // namespace volpe::store
