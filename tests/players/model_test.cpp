// Model files: what is written comes back, and every damage is refused with one clear sentence.
#include "players/model.h"

#include <cstdlib>

#include "players/file_in_folder.h"

namespace volpe {
namespace {

namespace fs = std::filesystem;

class ModelFile : public FileInFolder {
 protected:
  ModelFile() {
    for (int n = 0; n < 1001; ++n) content_.push_back(u8(n * 7));
    std::ofstream(path_, std::ios::binary) << model_file("test", 3, content_);
  }

  std::string refusal() const {
    const Result<Bytes> read = read_model_file(path_, "test", 3);
    return read ? "accepted" : read.error().message;
  }

  Bytes content_;
};

TEST_F(ModelFile, comesBack) {
  const Result<Bytes> read = read_model_file(path_, "test", 3);
  ASSERT_TRUE(bool(read)) << read.error().message;
  EXPECT_EQ(*read, content_);
}

TEST_F(ModelFile, isFoundInTheNamedFolder) {
  setenv("VOLPE_MODELS", folder_.c_str(), 1);
  EXPECT_TRUE(bool(read_model("file", "test", 3)));
  EXPECT_FALSE(bool(read_model("other", "test", 3)));
  unsetenv("VOLPE_MODELS");
}

TEST_F(ModelFile, isRefusedWhenMissing) {
  fs::remove(path_);
  EXPECT_NE(refusal().find("is missing"), std::string::npos);
}

TEST_F(ModelFile, isRefusedWhenForeign) {
  std::ofstream(path_) << "Dear diary, today I have seen a fox in the garden of the neighbours.";
  EXPECT_NE(refusal().find("is not a model file"), std::string::npos);
}

TEST_F(ModelFile, isRefusedWithAnotherKindOrVersion) {
  EXPECT_NE(read_model_file(path_, "tests", 3).error().message.find("another kind"), std::string::npos);
  EXPECT_NE(read_model_file(path_, "test", 4).error().message.find("has version 3, not 4"), std::string::npos);
}

TEST_F(ModelFile, isRefusedWhenCutOrTooLong) {
  fs::resize_file(path_, fs::file_size(path_) - 1);
  EXPECT_NE(refusal().find("its size is wrong"), std::string::npos);
  fs::resize_file(path_, fs::file_size(path_) + 2);
  EXPECT_NE(refusal().find("its size is wrong"), std::string::npos);
  fs::resize_file(path_, 17);
  EXPECT_NE(refusal().find("is not a model file"), std::string::npos);
}

TEST_F(ModelFile, isRefusedWhenAnyByteIsChanged) {
  for (std::streamoff at = 0; at < std::streamoff(40 + content_.size()); at += 13) {
    change_byte(at);
    EXPECT_NE(refusal(), "accepted") << at;
    change_byte(at);
  }
  EXPECT_EQ(refusal(), "accepted");
}

}  // namespace
}  // namespace volpe
