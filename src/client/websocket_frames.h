// The frames of a WebSocket as a client sends and receives them (RFC 6455), apart from any socket: for programs that
// receive so much that one read for each frame would be too many.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bits.h"

namespace volpe::client {

enum class FrameType : u8 { continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

// Appends a frame, masked as those of clients are.
void append_frame(std::string& out, FrameType type, std::string_view payload, u32 mask);

struct WebSocketMessage {
  FrameType type;
  std::string_view payload;  // valid until bytes are read again
};

// Takes bytes as they arrive and returns messages, put together from their frames.
class FrameReader {
 public:
  // Where the next bytes go: at least as many as a read usually brings.
  struct Space {
    char* data;
    size_t size;
  };
  Space prepare();
  void commit(size_t bytes) { end_ += bytes; }

  // The next message that is there whole.
  std::optional<WebSocketMessage> next();

 private:
  struct Frame {
    FrameType type;
    bool last;
    std::string_view payload;
  };
  std::optional<Frame> next_frame();

  std::vector<char> bytes_;
  size_t begin_ = 0, end_ = 0;  // of what has not been returned
  size_t missing_ = 0;          // bytes until the frame that has begun is whole
  std::string fragments_;
  FrameType fragmented_ = FrameType::text;
};

}  // namespace volpe::client
