// Reads the rules of locale/<language>/*.md as blocks: headings, paragraphs, lists and tables.
export type Block =
  | { kind: 'h1' | 'h2' | 'p'; text: string }
  | { kind: 'ul' | 'ol'; items: string[] }
  | { kind: 'table'; rows: string[][] };

const bullet = /^- /;
const number = /^\d+\. /;

export function parseRules(text: string): Block[] {
  const blocks: Block[] = [];
  let joins = false; // whether the next line continues the last block
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const last = blocks.at(-1);
    if (line === '') {
      joins = false;
    } else if (line.startsWith('#')) {
      blocks.push({ kind: line.startsWith('##') ? 'h2' : 'h1', text: line.replace(/^#+ /, '') });
      joins = false;
    } else if (line.startsWith('|')) {
      const cells = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      if (cells.every((cell) => /^-+$/.test(cell))) continue;
      if (joins && last?.kind === 'table') last.rows.push(cells);
      else blocks.push({ kind: 'table', rows: [cells] });
      joins = true;
    } else if (bullet.test(line) || number.test(line)) {
      const kind = bullet.test(line) ? 'ul' : 'ol';
      const item = line.replace(bullet, '').replace(number, '');
      if (joins && last?.kind === kind) last.items.push(item);
      else blocks.push({ kind, items: [item] });
      joins = true;
    } else if (joins && last) {
      if ('items' in last) last.items.push(`${last.items.pop()} ${line}`);
      else if ('text' in last) last.text += ` ${line}`;
    } else {
      blocks.push({ kind: 'p', text: line });
      joins = true;
    }
  }
  return blocks;
}
