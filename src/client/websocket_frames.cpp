// Frames in a buffer that is used again and again.
#include "client/websocket_frames.h"

#include <algorithm>
#include <array>

namespace volpe::client {
namespace {

constexpr u8 last_fragment = 0x80, masked = 0x80;
constexpr size_t least_space = 4096;
constexpr size_t longest_payload = size_t{1} << 24;  // more is no message of a server

// How many bytes more give the length, if its first seven bits do not.
constexpr size_t length_bytes(size_t first) { return first == 126 ? 2 : first == 127 ? 8 : 0; }

}  // namespace

void append_frame(std::string& out, FrameType type, std::string_view payload, u32 mask) {
  const size_t size = payload.size(), first = size < 126 ? size : size < 65536 ? 126 : 127;
  out += static_cast<char>(last_fragment | static_cast<u8>(type));
  out += static_cast<char>(masked | first);
  for (size_t n = length_bytes(first); n-- > 0;) out += static_cast<char>(size >> (8 * n));
  std::array<char, 4> key{};
  for (size_t n = 0; n < key.size(); ++n) out += key[n] = static_cast<char>(mask >> (8 * n));
  for (size_t n = 0; n < size; ++n) out += static_cast<char>(payload[n] ^ key[n % key.size()]);
}

FrameReader::Space FrameReader::prepare() {
  if (begin_ > 0) {
    std::copy(bytes_.begin() + std::ptrdiff_t(begin_), bytes_.begin() + std::ptrdiff_t(end_), bytes_.begin());
    end_ -= begin_;
    begin_ = 0;
  }
  const size_t wanted = end_ + std::max(missing_, least_space);
  if (bytes_.size() < wanted) bytes_.resize(wanted);
  return {bytes_.data() + end_, bytes_.size() - end_};
}

std::optional<WebSocketMessage> FrameReader::next() {
  while (const std::optional<Frame> frame = next_frame()) {
    if (frame->type >= FrameType::close) return WebSocketMessage{frame->type, frame->payload};
    if (frame->type != FrameType::continuation) {
      if (frame->last) return WebSocketMessage{frame->type, frame->payload};
      fragments_.clear();
      fragmented_ = frame->type;
    }
    fragments_ += frame->payload;
    if (frame->last) return WebSocketMessage{fragmented_, fragments_};
  }
  return {};
}

std::optional<FrameReader::Frame> FrameReader::next_frame() {
  const char* const at = bytes_.data() + begin_;
  const size_t there = end_ - begin_;
  const auto byte = [&](size_t n) { return static_cast<u8>(at[n]); };
  missing_ = 0;
  if (there < 2) return {};
  size_t size = byte(1) & 0x7f;
  const size_t head = 2 + length_bytes(size);
  if (there < head) return {};
  if (head > 2) size = 0;
  for (size_t n = 2; n < head; ++n) size = size << 8 | byte(n);
  if (size > longest_payload) {
    begin_ = end_;
    return Frame{FrameType::close, true, {}};
  }
  if (there - head < size) {
    missing_ = size - (there - head);
    return {};
  }
  begin_ += head + size;
  return Frame{static_cast<FrameType>(byte(0) & 0x0f), (byte(0) & last_fragment) != 0, {at + head, size}};
}

}  // namespace volpe::client
