// The GameView of a table at a server: shows what the server sends and sends it commands. The connection may be lost
// and come back; nothing is lost or done twice.
#pragma once

#include <memory>
#include <string>

#include "client/address.h"
#include "i18n/texts.h"
#include "terminal/game_view.h"

namespace volpe {

// The table at `address` for the person with this token; `takes_seat` if they want to play and not only watch.
std::unique_ptr<GameView> make_remote_game_view(const client::Address& address, const std::string& token,
                                                bool takes_seat, const Texts& texts);

}  // namespace volpe
