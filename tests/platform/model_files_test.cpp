// Model files on disk: where they are found, and that a missing or damaged one is refused.
#include "platform/model_files.h"

#include <cstdlib>

#include "platform/temporary_file.h"

namespace volpe {
namespace {

class ModelFile : public TemporaryFile {
 protected:
  ModelFile() { std::ofstream(path_, std::ios::binary) << model_file("test", 3, content_); }

  std::string refusal() const {
    const Result<Bytes> read = read_model_file(path_, "test", 3);
    return read ? "accepted" : read.error().message;
  }

  const Bytes content_ = {1, 2, 3, 5, 8, 13};
};

TEST_F(ModelFile, ComesBack) {
  const Result<Bytes> read = read_model_file(path_, "test", 3);
  ASSERT_TRUE(bool(read)) << read.error().message;
  EXPECT_EQ(*read, content_);
}

TEST_F(ModelFile, IsFoundInTheNamedFolder) {
  setenv("VOLPE_MODELS", folder_.c_str(), 1);
  EXPECT_EQ(model_path("file"), path_);
  unsetenv("VOLPE_MODELS");
}

TEST_F(ModelFile, IsFoundInTheSourceTree) {
  EXPECT_TRUE(std::filesystem::exists(model_path("clever-solo.model")));
  EXPECT_FALSE(std::filesystem::exists(model_path("no.model")));
}

TEST_F(ModelFile, IsRefusedWhenMissing) {
  std::filesystem::remove(path_);
  EXPECT_EQ(refusal(), "the model " + path_ + " is missing or cannot be read (the folder is $VOLPE_MODELS, if set)");
}

TEST_F(ModelFile, IsRefusedWhenItIsAFolder) {
  std::filesystem::remove(path_);
  std::filesystem::create_directory(path_);
  EXPECT_NE(refusal(), "accepted");
}

TEST_F(ModelFile, IsRefusedWhenDamaged) {
  change_byte(42);
  EXPECT_EQ(refusal(), "the model " + path_ + " is damaged: its checksum is wrong");
  std::filesystem::resize_file(path_, 45);
  EXPECT_EQ(refusal(), "the model " + path_ + " is damaged: its size is wrong");
}

}  // namespace
}  // namespace volpe
