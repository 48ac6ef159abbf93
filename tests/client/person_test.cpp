// Signing in: the same person from one start of the program to the next.
#include "client/person.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "client/running_server.h"

namespace volpe::client {
namespace {

TEST(Person, IsTheSameTheNextTime) {
  const RunningServer running;
  const std::string folder = running.folder() + "/people";
  const auto first = sign_in(running.server, folder, "", "Guest");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->name, "Guest");
  const auto again = sign_in(running.server, folder, "Anna", "Guest");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->token, first->token);
  EXPECT_EQ(again->name, "Anna");
  EXPECT_EQ(sign_in(running.server, folder, "", "Guest")->name, "Anna");
  size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    struct stat about {};
    ASSERT_EQ(stat(file.path().c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600U);
    ++files;
  }
  EXPECT_EQ(files, 1U);
}

TEST(Person, IsAnotherAtAnotherServer) {
  const RunningServer here, there;
  const std::string folder = here.folder() + "/people";
  const auto first = sign_in(here.server, folder, "Anna", ""), second = sign_in(there.server, folder, "Anna", "");
  ASSERT_TRUE(first && second);
  EXPECT_NE(first->token, second->token);
  EXPECT_EQ(sign_in(here.server, folder, "", "")->token, first->token);
}

TEST(Person, IsNewIfTheServerHasForgotten) {
  RunningServer running;
  const std::string folder = running.folder() + "/people";
  const auto first = sign_in(running.server, folder, "Anna", "");
  ASSERT_TRUE(first);
  running.kill();
  EXPECT_EQ(sign_in(running.server, folder, "Anna", "").error().code, "offline");
  std::filesystem::remove(running.folder() + "/volpe.db");
  running.start();
  const auto second = sign_in(running.server, folder, "Anna", "");
  ASSERT_TRUE(second);
  EXPECT_NE(second->token, first->token);
}

TEST(Person, NeedsAFolderThatCanBeWritten) {
  const RunningServer running;
  EXPECT_EQ(sign_in(running.server, running.folder() + "/log/people", "Anna", "").error().code, "not_kept");
}

}  // namespace
}  // namespace volpe::client
