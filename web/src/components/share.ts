// Shares an address: with the system's dialog, or by copying it to the clipboard.
interface Shared {
  title: string;
  text?: string;
  url: string;
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // the player can copy it by hand
  }
}

// Resolves with whether the address was copied.
export async function shareAddress(shared: Shared): Promise<boolean> {
  if (!navigator.share) return copyText(shared.url);
  await navigator.share(shared).catch(() => undefined); // the player may cancel
  return false;
}
