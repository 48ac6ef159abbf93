// Model files as bytes: what is written comes back, and every damage is refused with one clear sentence.
#include "players/model.h"

#include <gtest/gtest.h>

namespace volpe {
namespace {

class Model : public testing::Test {
 protected:
  Model() {
    for (int n = 0; n < 1001; ++n) content_.push_back(u8(n * 7));
    file_ = file_with(content_);
  }

  static Bytes file_with(const Bytes& content) {
    const std::string text = model_file("test", 3, content);
    return {text.begin(), text.end()};
  }

  std::string refusal(std::string_view kind = "test", u32 version = 3) const {
    const auto read = model_content("m", file_, kind, version);
    return read ? "accepted" : read.error().message;
  }

  Bytes content_, file_;
};

TEST_F(Model, ComesBack) {
  const auto read = model_content("m", file_, "test", 3);
  ASSERT_TRUE(bool(read)) << read.error().message;
  EXPECT_EQ(Bytes(read->begin(), read->end()), content_);
}

TEST_F(Model, MayBeEmpty) {
  file_ = file_with({});
  EXPECT_EQ(refusal(), "accepted");
}

TEST_F(Model, IsRefusedWhenForeign) {
  const std::string_view text = "Dear diary, today I have seen a fox in the garden of the neighbours.";
  file_.assign(text.begin(), text.end());
  EXPECT_EQ(refusal(), "the model m is not a model file");
  file_.clear();
  EXPECT_EQ(refusal(), "the model m is not a model file");
}

TEST_F(Model, IsRefusedWithAnotherKindOrVersion) {
  EXPECT_EQ(refusal("tests"), "the model m is a model of another kind");
  EXPECT_EQ(refusal("test", 4), "the model m has version 3, not 4");
}

TEST_F(Model, IsRefusedWhenCutOrTooLong) {
  file_.pop_back();
  EXPECT_EQ(refusal(), "the model m is damaged: its size is wrong");
  file_.resize(file_.size() + 2);
  EXPECT_EQ(refusal(), "the model m is damaged: its size is wrong");
  file_.resize(17);
  EXPECT_EQ(refusal(), "the model m is not a model file");
}

TEST_F(Model, IsRefusedWhenAnyByteIsChanged) {
  for (u8& byte : file_) {
    byte ^= 4;
    EXPECT_NE(refusal(), "accepted") << &byte - file_.data();
    byte ^= 4;
  }
  EXPECT_EQ(refusal(), "accepted");
}

}  // namespace
}  // namespace volpe
