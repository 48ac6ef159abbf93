// Shares an address: with the system's dialog, or by copying it to the clipboard.
interface Shared {
  title: string;
  text?: string;
  url: string;
}

// Resolves with whether the address was copied.
export async function shareAddress(shared: Shared): Promise<boolean> {
  try {
    if (navigator.share) await navigator.share(shared);
    else await navigator.clipboard.writeText(shared.url);
    return !navigator.share;
  } catch {
    return false; // the player has cancelled, or may not copy
  }
}
