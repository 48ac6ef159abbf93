// What has changed from one view to the next, for pages that hold the one before.
#pragma once

#include <string>
#include <string_view>

namespace volpe::tables {

// JSON Pointers (RFC 6901) to what differs. Both are written as the inside of JSON, without the brackets around it, and
// are empty if there is nothing. What is unset comes first, in its order; a value that is set behind the last element
// of an array is added to it.
struct ViewChanges {
  std::string unset;  // what is gone: "/leaves","/recent/0"
  std::string set;    // new values: "/revision":42,"/position/sheets/0/green":3,"/recent/15":{…}
};

// The changes that make `after` of `before`. Both are objects as JsonText and Boost.JSON write them: one text for one
// value. Members of objects are compared one by one, and so are elements of arrays of one length that hold objects or
// arrays; an array may also lose elements at its front and get others at its end. Anything else that differs is
// replaced whole, and so is what would take longer to tell by its parts.
ViewChanges view_changes(std::string_view before, std::string_view after);

}  // namespace volpe::tables
