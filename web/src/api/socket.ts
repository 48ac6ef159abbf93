// Opens a WebSocket to the server that sent the page.
export function openSocket(): WebSocket {
  const address = new URL('/ws', location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  return new WebSocket(address);
}
