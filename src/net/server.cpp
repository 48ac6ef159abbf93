// The server: accepts connections and hands them to the event loops in turn, and its shutdown.
#include "net/server.h"

#include <sys/resource.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <future>

#include "net/connection.h"
#include "net/http_connection.h"
#include "net/http_fields.h"

namespace volpe::net {
namespace {

using asio::ip::tcp;
using Acceptor = asio::basic_socket_acceptor<tcp, Executor>;

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
  TcpServer(const ServerOptions& options, EventLoops& loops, RequestHandler& handler)
      : context_(std::make_shared<ServerContext>(options, loops, handler)),
        acceptor_(loops[0].io()),
        pause_(acceptor_.get_executor()) {}
  ~TcpServer() override;

  error_code listen(const ListenAddress& at);
  void run();

  int port() const override { return port_; }
  void stop(double seconds) override;
  ServerCounters counters() const override;

 private:
  void accept();
  void serve(EventLoop& loop, TcpSocket socket);
  void close_acceptor();

  std::shared_ptr<ServerContext> context_;
  Acceptor acceptor_;  // on the first loop
  Timer pause_;
  size_t next_loop_ = 0;
  int port_ = 0;
  bool running_ = false;
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
  running_ = true;
  context_->loops[0].post([this] { accept(); });
}

void TcpServer::accept() {
  EventLoop& loop = context_->loops[next_loop_++ % context_->loops.size()];
  acceptor_.async_accept(loop.io().get_executor(), [this, &loop](error_code error, auto socket) {
    if (!acceptor_.is_open()) return;
    if (out_of_resources(error)) {
      pause_.expires_after(pause_when_out_of_resources);
      return pause_.async_wait([this](error_code cancelled) {
        if (!cancelled && acceptor_.is_open()) accept();
      });
    }
    if (!error) serve(loop, TcpSocket(std::move(socket)));
    accept();
  });
}

void TcpServer::serve(EventLoop& loop, TcpSocket socket) {
  error_code error;
  const tcp::endpoint endpoint = socket.remote_endpoint(error);
  if (!error) socket.set_option(tcp::no_delay(true), error);
  if (error) return;
  std::string peer = peer_of(endpoint);
  const std::vector<std::string>& proxies = context_->options.trusted_proxies;
  const bool proxy = std::find(proxies.begin(), proxies.end(), peer) != proxies.end();
  std::optional<ConnectionSlot> slot = context_->limiter.admit(proxy ? "" : rate_limit_key(peer));
  if (!slot) return void(++context_->refused);
  serve_http(context_, loop, std::move(socket), std::move(peer), std::move(*slot));
}

void TcpServer::close_acceptor() {
  context_->connections.close();
  std::promise<void> closed;
  EventLoop& loop = context_->loops[0];
  loop.post([&] {
    error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    loop.post([&] { closed.set_value(); });  // after the handlers that were cancelled
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
  if (running_) stop(0);
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

Result<std::unique_ptr<Server>> start_server(const ServerOptions& options, EventLoops& loops, RequestHandler& handler) {
  const std::optional<ListenAddress> at = parse_listen_address(options.listen);
  if (!at)
    return bad_option("'" + options.listen + "' is not an address to listen on: write 127.0.0.1:8080 or [::1]:8080.");
  ServerOptions plain = options;
  for (std::string& proxy : plain.trusted_proxies) {
    const std::optional<std::string> address = canonical_address(proxy);
    if (!address) return bad_option("'" + proxy + "' is not the IP address of a proxy.");
    proxy = *address;
  }
  raise_limit_of_files();
  auto net = std::make_unique<TcpServer>(plain, loops, handler);
  if (const error_code error = net->listen(*at))
    return bad_option("Cannot listen on " + options.listen + ": " + error.message() + ".");
  net->run();
  return std::unique_ptr<Server>(std::move(net));
}

}  // namespace volpe::net
