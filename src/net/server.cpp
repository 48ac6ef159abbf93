// Listening: the threads, the loop that accepts connections, and how it all stops.
#include "net/server.h"

#include <sys/resource.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <future>
#include <thread>

#include "net/connection.h"
#include "net/http_connection.h"
#include "net/http_request.h"

namespace volpe::server {
namespace {

using asio::ip::tcp;
using Acceptor = asio::basic_socket_acceptor<tcp, Strand>;

constexpr std::chrono::milliseconds pause_when_out_of_files(100);

// Every connection is a file, and the usual soft limit is a thousand.
void raise_limit_of_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

bool out_of_resources(error_code error) {
  using namespace boost::system::errc;
  return error == too_many_files_open || error == too_many_files_open_in_system || error == no_buffer_space ||
         error == not_enough_memory;
}

std::string peer_of(const tcp::endpoint& endpoint) {
  const std::string text = endpoint.address().to_string();
  return plain_address(text.substr(0, text.find('%'))).value_or(text);
}

class TcpNet final : public Net {
 public:
  TcpNet(const NetOptions& options, House& house)
      : porch_(std::make_shared<Porch>(options, house)),
        acceptor_(asio::make_strand(porch_->io)),
        pause_(acceptor_.get_executor()),
        work_(asio::make_work_guard(porch_->io)) {}
  ~TcpNet() override;

  error_code listen(const Listening& at);
  void run();

  int port() const override { return port_; }
  void stop(double seconds) override;
  NetCounters counters() const override;

 private:
  void accept();
  void welcome(Wire wire);
  void close_doors();

  std::shared_ptr<Porch> porch_;
  Acceptor acceptor_;
  Timer pause_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  int port_ = 0;
  std::vector<std::thread> threads_;
};

error_code TcpNet::listen(const Listening& at) {
  error_code error;
  const tcp::endpoint endpoint(asio::ip::make_address(at.address, error), at.port);
  if (!error) acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  if (!error && endpoint.address().is_v6()) acceptor_.set_option(asio::ip::v6_only(false), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (!error) port_ = acceptor_.local_endpoint(error).port();
  return error;
}

void TcpNet::run() {
  asio::post(acceptor_.get_executor(), [this] { accept(); });
  for (int n = 0; n < porch_->options.threads; ++n)
    threads_.emplace_back([&io = porch_->io] {
      for (;;) try {
          io.run();
          return;
        } catch (...) {  // memory ran out: whose turn it was is cut when its deadline comes
        }
    });
}

void TcpNet::accept() {
  acceptor_.async_accept(asio::make_strand(porch_->io), [this](error_code error, auto socket) {
    if (!acceptor_.is_open()) return;
    if (out_of_resources(error)) {
      pause_.expires_after(pause_when_out_of_files);
      return pause_.async_wait([this](error_code cancelled) {
        if (!cancelled && acceptor_.is_open()) accept();
      });
    }
    if (!error) welcome(Wire(std::move(socket)));
    accept();
  });
}

void TcpNet::welcome(Wire wire) {
  error_code error;
  const tcp::endpoint endpoint = wire.remote_endpoint(error);
  if (!error) wire.set_option(tcp::no_delay(true), error);
  if (error) return;
  std::string peer = peer_of(endpoint);
  const std::vector<std::string>& proxies = porch_->options.trusted_proxies;
  const bool proxy = std::find(proxies.begin(), proxies.end(), peer) != proxies.end();
  std::optional<Ticket> ticket = porch_->gate.admit(proxy ? "" : neighbourhood(peer));
  if (!ticket) return void(++porch_->refused);
  serve_http(porch_, std::move(wire), std::move(peer), std::move(*ticket));
}

void TcpNet::close_doors() {
  porch_->shut();
  std::promise<void> closed;
  asio::post(acceptor_.get_executor(), [&] {
    error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    closed.set_value();
  });
  closed.get_future().wait();
}

void TcpNet::stop(double count) {
  close_doors();
  for (const auto& connection : porch_->connections()) connection->leave_soon();
  if (porch_->wait_until_empty(seconds(count))) return;
  for (const auto& connection : porch_->connections()) connection->cut();
  porch_->wait_until_empty();
}

TcpNet::~TcpNet() {
  if (!threads_.empty()) stop(0);
  work_.reset();
  for (std::thread& thread : threads_) thread.join();
}

NetCounters TcpNet::counters() const {
  return {.connections = porch_->gate.connections(),
          .sockets = porch_->sockets,
          .requests = porch_->requests,
          .messages = porch_->messages,
          .refused = porch_->refused,
          .dropped = porch_->dropped};
}

Error bad_option(std::string message) { return {Code::bad_option, std::move(message)}; }

}  // namespace

Result<std::unique_ptr<Net>> open_net(const NetOptions& options, House& house) {
  const std::optional<Listening> at = read_listening(options.listen);
  if (!at)
    return bad_option("Not an address to listen on: '" + options.listen + "'; write 127.0.0.1:8080 or [::1]:8080.");
  if (options.threads < 1) return bad_option("The network needs at least one thread.");
  NetOptions plain = options;
  for (std::string& proxy : plain.trusted_proxies) {
    const std::optional<std::string> address = plain_address(proxy);
    if (!address) return bad_option("Not the address of a proxy: '" + proxy + "'.");
    proxy = *address;
  }
  raise_limit_of_files();
  auto net = std::make_unique<TcpNet>(plain, house);
  if (const error_code error = net->listen(*at))
    return bad_option("Can not listen on " + options.listen + ": " + error.message() + ".");
  try {
    net->run();
  } catch (const std::system_error&) {
    return Error{Code::unavailable, "The network gets no " + std::to_string(options.threads) + " threads."};
  }
  return std::unique_ptr<Net>(std::move(net));
}

}  // namespace volpe::server
