// Gets the positions of a guided first turn from the engine and writes them where the page finds them.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Writes the position after each list of events, from a start that the engine completes.
export function writeFirstTurn(game, start, eventLists) {
  const requests = [
    { op: 'setup', position: start },
    ...eventLists.flatMap((events) => [
      { op: 'apply', events },
      { op: 'position', explain: true },
    ]),
  ];
  const volpe = process.argv[2] ?? '../build/release/volpe';
  const answers = execFileSync(volpe, ['engine'], { input: requests.map((one) => JSON.stringify(one)).join('\n') })
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const [at, { ok, error }] of answers.entries())
    if (!ok) throw new Error(`${JSON.stringify(requests[at])}: ${error.message}`);

  const positions = answers.filter((_, at) => at > 0 && at % 2 === 0).map((answer) => answer.position);
  const file = join(import.meta.dirname, `../src/games/${game}/first-turn.json`);
  writeFileSync(file, JSON.stringify(positions));
  execFileSync('npx', ['biome', 'format', '--write', file], { stdio: 'inherit' });
}
