// Reads locale/<language>/*.txt: one text a line as "key: text"; lines that begin with # are comments.
export type Texts = Record<string, string>;

export function parseTexts(source: string): Texts {
  const texts: Texts = {};
  for (const line of source.split('\n')) {
    if (line.startsWith('#')) continue;
    const colon = line.indexOf(': ');
    if (colon > 0) texts[line.slice(0, colon)] = line.slice(colon + 2).trim();
  }
  return texts;
}
