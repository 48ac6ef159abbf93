// The server: its threads, the loop that accepts connections, and its shutdown.
#include "net/server.h"

#include <sys/resource.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <future>
#include <thread>

#include "net/connection.h"
#include "net/http_connection.h"
#include "net/http_fields.h"

namespace volpe::net {
namespace {

using asio::ip::tcp;
using Acceptor = asio::basic_socket_acceptor<tcp, Strand>;

constexpr std::chrono::milliseconds pause_when_out_of_resources(100);

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
  return canonical_address(text.substr(0, text.find('%'))).value_or(text);
}

class TcpServer final : public Server {
 public:
  TcpServer(const ServerOptions& options, RequestHandler& handler)
      : context_(std::make_shared<ServerContext>(options, handler)),
        acceptor_(asio::make_strand(context_->io)),
        pause_(acceptor_.get_executor()),
        work_(asio::make_work_guard(context_->io)) {}
  ~TcpServer() override;

  error_code listen(const ListenAddress& at);
  void run();

  int port() const override { return port_; }
  void stop(double seconds) override;
  ServerCounters counters() const override;

 private:
  void accept();
  void serve(TcpSocket socket);
  void close_acceptor();

  std::shared_ptr<ServerContext> context_;
  Acceptor acceptor_;
  Timer pause_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  int port_ = 0;
  std::vector<std::thread> threads_;
};

error_code TcpServer::listen(const ListenAddress& at) {
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

void TcpServer::run() {
  asio::post(acceptor_.get_executor(), [this] { accept(); });
  for (int n = 0; n < context_->options.threads; ++n)
    threads_.emplace_back([&io = context_->io] {
      for (;;) try {
          io.run();
          return;
        } catch (...) {  // out of memory: the connection that was served ends at its deadline
        }
    });
}

void TcpServer::accept() {
  acceptor_.async_accept(asio::make_strand(context_->io), [this](error_code error, auto socket) {
    if (!acceptor_.is_open()) return;
    if (out_of_resources(error)) {
      pause_.expires_after(pause_when_out_of_resources);
      return pause_.async_wait([this](error_code cancelled) {
        if (!cancelled && acceptor_.is_open()) accept();
      });
    }
    if (!error) serve(TcpSocket(std::move(socket)));
    accept();
  });
}

void TcpServer::serve(TcpSocket socket) {
  error_code error;
  const tcp::endpoint endpoint = socket.remote_endpoint(error);
  if (!error) socket.set_option(tcp::no_delay(true), error);
  if (error) return;
  std::string peer = peer_of(endpoint);
  const std::vector<std::string>& proxies = context_->options.trusted_proxies;
  const bool proxy = std::find(proxies.begin(), proxies.end(), peer) != proxies.end();
  std::optional<ConnectionSlot> slot = context_->limiter.admit(proxy ? "" : rate_limit_key(peer));
  if (!slot) return void(++context_->refused);
  serve_http(context_, std::move(socket), std::move(peer), std::move(*slot));
}

void TcpServer::close_acceptor() {
  context_->connections.close();
  std::promise<void> closed;
  asio::post(acceptor_.get_executor(), [&] {
    error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    closed.set_value();
  });
  closed.get_future().wait();
}

void TcpServer::stop(double count) {
  close_acceptor();
  for (const auto& connection : context_->connections.all()) connection->shutdown();
  if (context_->connections.wait_until_empty(seconds(count))) return;
  for (const auto& connection : context_->connections.all()) connection->close_now();
  context_->connections.wait_until_empty();
}

TcpServer::~TcpServer() {
  if (!threads_.empty()) stop(0);
  work_.reset();
  for (std::thread& thread : threads_) thread.join();
}

ServerCounters TcpServer::counters() const {
  return {.connections = context_->limiter.connections(),
          .sockets = context_->sockets,
          .requests = context_->requests,
          .messages = context_->messages,
          .refused = context_->refused,
          .dropped = context_->dropped};
}

Error bad_option(std::string message) { return {Code::bad_option, std::move(message)}; }

}  // namespace

Result<std::unique_ptr<Server>> start_server(const ServerOptions& options, RequestHandler& handler) {
  const std::optional<ListenAddress> at = parse_listen_address(options.listen);
  if (!at)
    return bad_option("'" + options.listen + "' is not an address to listen on: write 127.0.0.1:8080 or [::1]:8080.");
  if (options.threads < 1) return bad_option("The network needs at least one thread.");
  ServerOptions plain = options;
  for (std::string& proxy : plain.trusted_proxies) {
    const std::optional<std::string> address = canonical_address(proxy);
    if (!address) return bad_option("'" + proxy + "' is not the IP address of a proxy.");
    proxy = *address;
  }
  raise_limit_of_files();
  auto net = std::make_unique<TcpServer>(plain, handler);
  if (const error_code error = net->listen(*at))
    return bad_option("Cannot listen on " + options.listen + ": " + error.message() + ".");
  try {
    net->run();
  } catch (const std::system_error&) {
    return Error{Code::unavailable,
                 "The system refused to start " + std::to_string(options.threads) + " network threads."};
  }
  return std::unique_ptr<Server>(std::move(net));
}

}  // namespace volpe::net
