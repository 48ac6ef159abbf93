// A store of the version before moves over by itself, whole or not at all, and so do its exports.
#include "store/old_store.h"
#include "store/store_fixture.h"

namespace volpe::store {
namespace {

class OldStore : public EveryStore {
 protected:
  void SetUp() override {
    EveryStore::SetUp();
    if (IsSkipped()) return;
    store_.reset();
    address_ = new_address(GetParam());
    make_old_store(*database());
  }

  std::unique_ptr<Database> database() const {
    auto made = GetParam() == Kind::sqlite ? sqlite_database(address_.substr(7), false) : postgres_database(address_);
    EXPECT_TRUE(bool(made));
    return std::move(*made);
  }

  StoredTable table(const Id& id) { return **store_->table(id); }
};

INSTANTIATE_TEST_SUITE_P(Store, OldStore, testing::Values(Kind::sqlite, Kind::postgresql),
                         [](const auto& kind) { return kind.param == Kind::sqlite ? "sqlite" : "postgresql"; });

TEST_P(OldStore, MovesOverByItself) {
  EXPECT_NE(refusal(address_, {.read_only = true}).find("made by an older Volpe"), std::string::npos);
  store_ = opened(address_);
  EXPECT_EQ(table(old::playing).revision, 25);
  EXPECT_EQ(table(old::playing).time, 1794999660776);
  EXPECT_EQ(bodies(*store_, old::playing).size(), 25u);
  EXPECT_EQ(store_->entries(old::playing)->back().time, 1794999660776);
  EXPECT_EQ(store_->entries(old::playing)->front().time, 0) << "not known";
  EXPECT_TRUE(store_->entries(old::playing)->back().key);
  EXPECT_EQ(table(old::archived).stage, Stage::archived);
  EXPECT_EQ(ids(store_->listed_tables(Stage::open, 10)), std::vector<Id>{old::open});
  EXPECT_EQ(ids(store_->tables_of(old::anna, 10)),
            (std::vector<Id>{old::daily, old::over, old::match, old::playing, old::open}));
  EXPECT_EQ(ids(store_->tables_until(Stage::playing, 1794999660776, 10)), std::vector<Id>{old::playing});
  EXPECT_EQ(store_->seat_names(old::open)->front(), (SeatName{0, old::anna, "Grandpa"}));
  EXPECT_FALSE(store_->people_at(old::over)->front()) << "was forgotten";
  EXPECT_EQ(store_->scores_of(old::anna, 10)->size(), 2u);
  EXPECT_EQ(store_->board("2026-11-18", 10)->front().total, 49);
  EXPECT_EQ(kind_of(change(old::playing, 24, {"late"})), Outcome::conflict);
  EXPECT_EQ(write(change(old::playing, 25, {"on"}, 1794999660777)).revision, 26);
  reopen();
  EXPECT_EQ(table(old::playing).time, 1794999660777);
}

TEST_P(OldStore, MovesOverWholeOrNotAtAll) {
  std::vector<Step> broken = schema_steps();
  broken[2].statements.push_back("CREATE NONSENSE");
  {
    const auto at = database();
    auto connection = std::move(*at->connect(Database::Use::load));
    EXPECT_TRUE(migrate(*connection, broken));
    const auto found = connection->run({{"SELECT revision FROM tables WHERE id = $1", {old::playing}},
                                        {"SELECT count(*) FROM entries WHERE key IS NOT NULL"},
                                        {"SELECT max(step) FROM volpe_schema"}});
    ASSERT_TRUE(bool(found)) << found.error().message;
    EXPECT_EQ((*found)[0].front(), Row{i64{25}});
    EXPECT_EQ((*found)[2].front(), Row{i64{2}});
  }
  store_ = opened(address_);
  EXPECT_EQ(table(old::playing).revision, 25);
}

TEST_P(OldStore, IsTheSameAsItsExport) {
  store_ = opened(address_);
  const auto imported = opened(new_address(GetParam()));
  const auto failed = import(*imported, old_export());
  ASSERT_FALSE(failed) << failed->message;
  EXPECT_EQ(exported(*imported), exported(*store_));
}

TEST_P(OldStore, IsRefusedByOlderServersAfterwards) {
  store_ = opened(address_);
  store_.reset();
  const auto at = database();
  auto connection = std::move(*at->connect(Database::Use::load));
  const std::vector<Step> older(schema_steps().begin(), schema_steps().begin() + 2);
  EXPECT_EQ(migrate(*connection, older)->message,
            "the store was made by a newer Volpe: it needs schema 3, this program knows 2");
}

}  // namespace
}  // namespace volpe::store
