// What a page does with the changes of a view.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/json.h"

namespace volpe::tables {

// The last step of a pointer, and what it is a step from.
struct Step {
  Json& parent;
  std::string key;
};
inline Step last_step(Json& view, const std::string& pointer) {
  const size_t last = pointer.rfind('/');
  std::string key = pointer.substr(last + 1);
  for (size_t at = 0; (at = key.find('~', at)) != key.npos; ++at) key.replace(at, 2, key[at + 1] == '1' ? "/" : "~");
  return {view.at_pointer(pointer.substr(0, last)), key};
}

// First goes what is gone, then comes what is new.
inline Json with_changes(Json view, const JsonArray& unset, const JsonObject& set) {
  for (const Json& pointer : unset) {
    const auto [parent, key] = last_step(view, std::string(pointer.as_string()));
    if (parent.is_array())
      parent.as_array().erase(parent.as_array().begin() + std::stoi(key));
    else
      EXPECT_EQ(parent.as_object().erase(key), 1u) << pointer;
  }
  for (const auto& [pointer, value] : set) {
    const auto [parent, key] = last_step(view, pointer);
    JsonArray* list = parent.if_array();
    if (list != nullptr && std::stoul(key) == list->size())
      list->push_back(value);
    else
      (list != nullptr ? list->at(std::stoul(key)) : parent.as_object()[key]) = value;
  }
  return view;
}

}  // namespace volpe::tables
