// A result as a picture to share, 1200 by 630: our fox, the game, names, totals, and bars.
import type { Standing } from './standings';

export const size = { width: 1200, height: 630 };
const margin = 60;
const labels = 170; // the names of the rows, left of the columns
const gap = 32;
const head = 170; // fox, game, and who won
const names = 110; // name and total above each column

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Layout {
  columns: Rect[]; // with the name and total on top
  rows: { y: number; height: number }[]; // of the bars, the same for all columns
}

export function layoutOf(columns: number, rows: number): Layout {
  const left = margin + labels;
  const width = (size.width - margin - left - gap * (columns - 1)) / columns;
  const top = head + names;
  const height = (size.height - margin / 2 - top) / Math.max(1, rows);
  return {
    columns: Array.from({ length: columns }, (_, at) => ({
      x: left + at * (width + gap),
      y: head,
      width,
      height: size.height - margin / 2 - head,
    })),
    rows: Array.from({ length: rows }, (_, at) => ({ y: top + at * height, height })),
  };
}

// The longest beginning of a text that fits, with … where something is left out.
export function fitted(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  let shorter = text;
  while (shorter.length > 1 && measure(`${shorter}…`) > width) shorter = shorter.slice(0, -1);
  return `${shorter}…`;
}

const fox: [string, string, number][] = [
  ['M3 2l6 4h6l6-4l1 9l-10 11L2 11z', '--fox', 1],
  ['M5 12l5 1l2 6l2-6l5-1l-7 9z', '#fff', 0.9],
  ['M8.5 9.7a1.3 1.3 0 1 0 0 2.6a1.3 1.3 0 1 0 0-2.6z', '#1b1410', 1],
  ['M15.5 9.7a1.3 1.3 0 1 0 0 2.6a1.3 1.3 0 1 0 0-2.6z', '#1b1410', 1],
  ['M10.5 18.5h3L12 20.5z', '#1b1410', 1],
];

export interface Told {
  title: string; // the game
  headline: string; // who won, or the grade
  standings: Standing[];
}

export async function drawPicture({ title, headline, standings }: Told): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const look = getComputedStyle(document.documentElement);
  const colour = (name: string) => (name.startsWith('--') ? look.getPropertyValue(name).trim() : name);
  const font = (weight: number, pixels: number) => `${weight} ${pixels}px system-ui, "Segoe UI", Roboto, sans-serif`;
  const write = (text: string, x: number, y: number, width: number) =>
    pen.fillText(
      fitted(text, width, (part) => pen.measureText(part).width),
      x,
      y,
    );

  pen.fillStyle = colour('--paper');
  pen.fillRect(0, 0, size.width, size.height);
  pen.fillStyle = colour('--fox');
  pen.fillRect(0, 0, size.width, 12);

  pen.save();
  pen.translate(margin, 40);
  pen.scale(4.6, 4.6);
  for (const [path, fill, alpha] of fox) {
    pen.globalAlpha = alpha;
    pen.fillStyle = colour(fill);
    pen.fill(new Path2D(path));
  }
  pen.restore();

  const beside = margin + 140;
  pen.fillStyle = colour('--soft-ink');
  pen.font = font(600, 34);
  write(`Volpe · ${title}`, beside, 80, size.width - beside - margin);
  pen.fillStyle = colour('--ink');
  pen.font = font(800, 52);
  write(headline, beside, 140, size.width - beside - margin);

  const layout = layoutOf(standings.length, standings[0]?.bars.length ?? 0);
  const most = Math.max(1, ...standings.flatMap(({ bars }) => bars.map((bar) => bar.points)));
  for (const [at, row] of layout.rows.entries()) {
    pen.fillStyle = colour('--soft-ink');
    pen.font = font(600, 26);
    write(standings[0]?.bars[at]?.name ?? '', margin, row.y + row.height / 2 + 9, labels - 16);
  }
  for (const [at, column] of layout.columns.entries()) {
    const one = standings[at];
    if (!one) continue;
    pen.fillStyle = colour(one.won ? '--fox' : '--ink');
    pen.font = font(650, 30);
    write(`${one.won && standings.length > 1 ? '★ ' : ''}${one.name}`, column.x, column.y + 36, column.width);
    pen.font = font(800, 54);
    write(String(one.total), column.x, column.y + 92, column.width);
    for (const [n, row] of layout.rows.entries()) {
      const bar = one.bars[n];
      if (!bar) continue;
      const length = Math.max(4, ((column.width - 70) * bar.points) / most);
      pen.fillStyle = colour(`--${bar.colour}`);
      pen.beginPath();
      pen.roundRect(column.x, row.y + 8, length, row.height - 16, 8);
      pen.fill();
      pen.fillStyle = colour('--ink');
      pen.font = font(700, 26);
      pen.fillText(String(bar.points), column.x + length + 10, row.y + row.height / 2 + 9);
    }
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
