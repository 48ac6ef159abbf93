// Random ids for requests and seeds, in hexadecimal. crypto.getRandomValues also works without HTTPS (a phone on the same
// network), where crypto.randomUUID does not.
export function randomId(bytes = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
