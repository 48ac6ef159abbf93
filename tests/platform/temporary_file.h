// A file in a folder of the test's own, which the test may damage; both are gone when the test ends.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace volpe {

class TemporaryFile : public testing::Test {
 protected:
  TemporaryFile() { std::filesystem::create_directories(folder_); }
  ~TemporaryFile() override { std::filesystem::remove_all(folder_); }

  // The same call again restores the byte.
  void change_byte(std::streamoff at) const {
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(at);
    const char changed = char(file.get() ^ 4);
    file.seekp(at);
    file.put(changed);
  }

  const testing::TestInfo& test_ = *testing::UnitTest::GetInstance()->current_test_info();
  const std::string folder_ = testing::TempDir() + "volpe-" + test_.test_suite_name() + "-" + test_.name();
  const std::string path_ = folder_ + "/file";
};

}  // namespace volpe
