// Frames are put together from bytes however they arrive.
#include "client/websocket_frames.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace volpe::client {
namespace {

using Messages = std::vector<std::pair<FrameType, std::string>>;

// As a server sends it: not masked.
std::string server_frame(FrameType type, const std::string& payload, bool last = true) {
  std::string frame(1, static_cast<char>((last ? 0x80 : 0) | static_cast<int>(type)));
  const size_t size = payload.size();
  const int bytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
  frame += static_cast<char>(bytes == 0 ? size : bytes == 2 ? 126 : 127);
  for (int n = bytes; n-- > 0;) frame += static_cast<char>(size >> (8 * n));
  return frame + payload;
}

// Gives bytes to a reader in pieces of at most some size.
Messages read_in_pieces(const std::string& bytes, Random& random, int longest) {
  FrameReader reader;
  Messages messages;
  for (size_t at = 0; at < bytes.size();) {
    const FrameReader::Space space = reader.prepare();
    const size_t size = std::min({size_t(1 + random.below(longest)), space.size, bytes.size() - at});
    std::copy_n(bytes.data() + at, size, space.data);
    reader.commit(size);
    at += size;
    while (const auto message = reader.next()) messages.emplace_back(message->type, std::string(message->payload));
  }
  return messages;
}

TEST(FrameReader, PutsMessagesTogetherFromAnyPieces) {
  Messages sent;
  std::string bytes;
  for (const size_t size : {0, 1, 125, 126, 127, 5000, 65535, 65536, 100'000, 3}) {
    const FrameType type = size == 125 ? FrameType::ping : FrameType::text;
    sent.emplace_back(type, std::string(size, char('a' + size % 26)));
    bytes += server_frame(type, sent.back().second);
  }
  Random random(1);
  for (const int longest : {1, 3, 100, 5000, 300'000})
    EXPECT_EQ(read_in_pieces(bytes, random, longest), sent) << longest;
}

TEST(FrameReader, JoinsFragmentsAroundAPing) {
  const std::string bytes = server_frame(FrameType::text, "one ", false) + server_frame(FrameType::ping, "?") +
                            server_frame(FrameType::continuation, "two ", false) +
                            server_frame(FrameType::continuation, "three") + server_frame(FrameType::close, "");
  Random random(2);
  for (const int longest : {1, 7, 100})
    EXPECT_EQ(read_in_pieces(bytes, random, longest),
              (Messages{{FrameType::ping, "?"}, {FrameType::text, "one two three"}, {FrameType::close, ""}}));
}

TEST(FrameReader, EndsAtALengthThatNoMessageHas) {
  Random random(3);
  const std::string bytes = "\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff";
  EXPECT_EQ(read_in_pieces(bytes, random, 100).at(0).first, FrameType::close);
}

TEST(AppendFrame, MasksThePayload) {
  // The masked "Hello" of RFC 6455, section 5.7.
  std::string frame;
  append_frame(frame, FrameType::text, "Hello", 0x3d21fa37);
  EXPECT_EQ(frame, std::string("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58"));
}

TEST(AppendFrame, WritesLongLengthsInMoreBytes) {
  for (const size_t size : {125, 126, 65535, 65536}) {
    std::string frame;
    append_frame(frame, FrameType::text, std::string(size, 'x'), 0);
    const std::string unmasked = server_frame(FrameType::text, std::string(size, 'x'));
    EXPECT_EQ(frame.size(), unmasked.size() + 4);
    EXPECT_EQ(frame.substr(2, unmasked.size() - size - 2), unmasked.substr(2, unmasked.size() - size - 2));
  }
}

}  // namespace
}  // namespace volpe::client
