// Reads the lines of a record that prove its dice fair.
export interface Proof {
  commitment: string;
  secret: string;
  seeds: string[]; // one for each seat; "-": none
}

export function proofOf(record: string): Proof | null {
  const line = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(record)?.[1];
  const [, commitment, secret] = /^fair (\S+) (\S+)$/.exec(line('dice') ?? '') ?? [];
  if (!commitment || !secret) return null;
  return { commitment, secret, seeds: (line('seeds') ?? '').split(' | ') };
}
