// A desk: threads that do what is laid on it. Asio does the work; it takes long to compile, so it stays behind this.
#pragma once

#include <functional>
#include <memory>

namespace volpe::server {

using Task = std::function<void()>;

class Desk {
 public:
  explicit Desk(int threads);
  ~Desk();

  void post(Task task);
  // Dropped if the desk is closed before.
  void later(int milliseconds, Task task);
  // Closing waits until the last copy of this is gone: for whoever will post when something outside is done.
  std::shared_ptr<const void> stay();
  // Does all that was posted, and ends the threads. Not from one of them.
  void close();

  // Tasks that are done one after the other.
  class Line {
   public:
    void post(Task task);

   private:
    friend Desk;
    struct Inside;
    explicit Line(std::shared_ptr<Inside> inside) : inside_(std::move(inside)) {}
    std::shared_ptr<Inside> inside_;
  };
  Line line();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace volpe::server
