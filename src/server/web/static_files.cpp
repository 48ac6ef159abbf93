// Files with their types, tags and encodings.
#include "server/web/static_files.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>

#include "base/json.h"
#include "players/model.h"

namespace volpe::server {
namespace {

namespace fs = std::filesystem;

constexpr const char* start_page = "/index.html";

std::string_view type_of(std::string_view path) {
  static constexpr std::pair<std::string_view, std::string_view> types[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".wasm", "application/wasm"},
      {".txt", "text/plain; charset=utf-8"},
  };
  const auto* found =
      std::find_if(std::begin(types), std::end(types), [&](auto& t) { return path.ends_with(t.first); });
  return found == std::end(types) ? "application/octet-stream" : found->second;
}

// Whether "gzip, br;q=0.5" names an encoding, and not in order to refuse it.
bool accepted(std::string_view list, std::string_view encoding) {
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), item.size() + 1));
    const size_t from = std::min(item.find_first_not_of(" \t"), item.size());
    const std::string_view name = item.substr(from, item.find_first_of("; \t", from) - from);
    const size_t quality = item.find("q=");
    const bool refused =
        quality != item.npos && item.find_first_not_of("0.", quality + 2) == item.npos;  // "q=0", "q=0.0"
    if (name == encoding) return !refused;
  }
  return false;
}

bool reserved(std::string_view path) {
  for (std::string_view name : {"/api", "/ws", "/metrics", "/healthz", "/readyz"})
    if (path == name || (path.starts_with(name) && path[name.size()] == '/')) return true;
  return false;
}

net::Reply nothing(const std::string& why) {
  return {404, boost::json::serialize(JsonObject{{"error", error_object({Code::not_found, why})}}) + "\n"};
}

std::string tag_of(std::string_view content) {
  const std::span<const u8> seen(reinterpret_cast<const u8*>(content.data()), content.size());
  return "\"" + std::to_string(checksum(seen)) + "\"";
}

// index.html with a line about a table at the end of its head; no text in it may end the element that holds it.
std::string holding(std::string page, const std::string& table) {
  std::string line = R"(<script type="application/json" id="table">)";
  for (char c : table) line += c == '<' ? "\\u003c" : std::string(1, c);
  const size_t at = page.find("</head>");
  return at == page.npos ? page : page.insert(at, line + "</script>");
}

Error unreadable(const std::string& what, const std::string& why) {
  return {Code::bad_option, "the page in " + what + " " + why};
}

}  // namespace

Result<StaticFiles> StaticFiles::read(const std::string& folder) {
  StaticFiles page;
  std::error_code failed;
  size_t bytes = 0;
  for (fs::recursive_directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    if (!at->is_regular_file(failed)) continue;
    const auto size = at->file_size(failed);
    if (failed || (bytes += size) > most_bytes) return unreadable(folder, "has more than 50 MB");
    std::ifstream stream(at->path(), std::ios::binary);
    std::ostringstream content;
    if (size > 0 && !(content << stream.rdbuf())) return unreadable(folder, "cannot be read");
    File& file = page.files_["/" + at->path().lexically_relative(folder).generic_string()];
    file.content = std::move(content).str();
    file.tag = tag_of(file.content);
  }
  if (failed) return unreadable(folder, "cannot be read: " + failed.message());
  if (!page.files_.contains(start_page)) return unreadable(folder, "has no index.html");
  return page;
}

const StaticFiles::File* StaticFiles::find(const std::string& path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

net::Reply StaticFiles::reply(const net::Request& request, const std::string& table) const {
  if (files_.empty()) return nothing("this server has no page, only its API (see volpe serve --page)");
  const bool looks = request.method == "GET" || request.method == "HEAD";
  if (!looks || reserved(request.path)) return nothing("there is nothing here");
  std::string path = request.path;
  const File* file = find(path);
  const bool like_a_file = path.find('.', path.rfind('/')) != path.npos;
  if (file == nullptr && like_a_file) return nothing("there is nothing here");
  if (file == nullptr) file = find(path = start_page);

  const bool named_by_content = path.starts_with("/assets/");
  net::Reply reply;
  reply.type = type_of(path);
  reply.headers = {{"Vary", "Accept-Encoding"},
                   {"Cache-Control", named_by_content ? "public, max-age=31536000, immutable" : "no-cache"}};
  const bool holds = !table.empty() && path == start_page;  // too small to be worth packing
  for (const auto& [encoding, ending] : {std::pair("br", ".br"), std::pair("gzip", ".gz")}) {
    const File* packed = !holds && accepted(request.encodings, encoding) ? find(path + ending) : nullptr;
    if (packed == nullptr) continue;
    file = packed;
    reply.headers.emplace_back("Content-Encoding", encoding);
    break;
  }
  File made;
  if (holds) {
    made.content = holding(file->content, table);
    made.tag = tag_of(made.content);
    file = &made;
  }
  reply.headers.emplace_back("ETag", file->tag);
  if (request.known.find(file->tag) != std::string::npos) {
    reply.status = 304;
    reply.type.clear();
    return reply;
  }
  reply.body = file->content;
  return reply;
}

std::string default_page_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  if (const fs::path page = program.parent_path() / "share/volpe/page"; fs::exists(page / "index.html", error))
    return page.string();
  for (fs::path folder = program; folder != folder.root_path(); folder = folder.parent_path())
    if (fs::exists(folder / "web/dist/index.html", error)) return (folder / "web/dist").string();
  return {};
}

}  // namespace volpe::server
