// A result as an image to share, 1200 by 630 pixels: the fox, the game, names, totals, and bars.
import type { Standing } from './standings';

export const size = { width: 1200, height: 630 };
const margin = 60;
const labelWidth = 170; // the names of the rows, left of the columns
const gap = 32;
const headHeight = 170; // fox, game, and who won
const nameHeight = 110; // name and total above each column

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
  const left = margin + labelWidth;
  const width = (size.width - margin - left - gap * (columns - 1)) / columns;
  const top = headHeight + nameHeight;
  const height = (size.height - margin / 2 - top) / Math.max(1, rows);
  return {
    columns: Array.from({ length: columns }, (_, at) => ({
      x: left + at * (width + gap),
      y: headHeight,
      width,
      height: size.height - margin / 2 - headHeight,
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

export interface ImageContent {
  title: string; // the game
  headline: string; // who won, or the grade
  standings: Standing[];
}

// A canvas with the colours and the typeface of the page.
class Pen {
  private readonly style = getComputedStyle(document.documentElement);

  constructor(readonly context: CanvasRenderingContext2D) {}

  // A colour, or a variable of colours.css.
  fill(colour: string): void {
    this.context.fillStyle = colour.startsWith('--') ? this.style.getPropertyValue(colour).trim() : colour;
  }

  font(weight: number, pixels: number): void {
    this.context.font = `${weight} ${pixels}px system-ui, "Segoe UI", Roboto, sans-serif`;
  }

  write(text: string, x: number, y: number, width: number): void {
    const { context } = this;
    context.fillText(
      fitted(text, width, (part) => context.measureText(part).width),
      x,
      y,
    );
  }
}

function drawBackground(pen: Pen): void {
  pen.fill('--background');
  pen.context.fillRect(0, 0, size.width, size.height);
  pen.fill('--fox');
  pen.context.fillRect(0, 0, size.width, 12);
}

function drawFox(pen: Pen): void {
  const { context } = pen;
  context.save();
  context.translate(margin, 40);
  context.scale(4.6, 4.6);
  for (const [path, colour, alpha] of fox) {
    context.globalAlpha = alpha;
    pen.fill(colour);
    context.fill(new Path2D(path));
  }
  context.restore();
}

function drawHead(pen: Pen, title: string, headline: string): void {
  const left = margin + 140;
  const width = size.width - left - margin;
  pen.fill('--soft-ink');
  pen.font(600, 34);
  pen.write(`Volpe · ${title}`, left, 80, width);
  pen.fill('--ink');
  pen.font(800, 52);
  pen.write(headline, left, 140, width);
}

function drawLabels(pen: Pen, rows: Layout['rows'], bars: Standing['bars']): void {
  for (const [at, row] of rows.entries()) {
    pen.fill('--soft-ink');
    pen.font(600, 26);
    pen.write(bars[at]?.name ?? '', margin, row.y + row.height / 2 + 9, labelWidth - 16);
  }
}

function drawColumn(
  pen: Pen,
  column: Rect,
  rows: Layout['rows'],
  standing: Standing,
  most: number,
  star: string,
): void {
  pen.fill(standing.won ? '--fox' : '--ink');
  pen.font(650, 30);
  pen.write(`${star}${standing.name}`, column.x, column.y + 36, column.width);
  pen.font(800, 54);
  pen.write(String(standing.total), column.x, column.y + 92, column.width);
  for (const [at, row] of rows.entries()) {
    const bar = standing.bars[at];
    if (!bar) continue;
    const length = Math.max(4, ((column.width - 70) * bar.points) / most);
    pen.fill(`--${bar.colour}`);
    pen.context.beginPath();
    pen.context.roundRect(column.x, row.y + 8, length, row.height - 16, 8);
    pen.context.fill();
    pen.fill('--ink');
    pen.font(700, 26);
    pen.context.fillText(String(bar.points), column.x + length + 10, row.y + row.height / 2 + 9);
  }
}

export async function drawResultImage({ title, headline, standings }: ImageContent): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  const pen = new Pen(context);
  drawBackground(pen);
  drawFox(pen);
  drawHead(pen, title, headline);
  const { columns, rows } = layoutOf(standings.length, standings[0]?.bars.length ?? 0);
  drawLabels(pen, rows, standings[0]?.bars ?? []);
  const most = Math.max(1, ...standings.flatMap(({ bars }) => bars.map((bar) => bar.points)));
  for (const [at, column] of columns.entries()) {
    const standing = standings[at];
    const star = standing?.won && standings.length > 1 ? '★ ' : '';
    if (standing) drawColumn(pen, column, rows, standing, most, star);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
