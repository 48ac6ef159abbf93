// The format of locale/<language>/*.txt: one text a line, "key: text"; lines that begin with # are comments.
export type Words = Record<string, string>;

export function wordsOf(text: string): Words {
  const words: Words = {};
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) continue;
    const colon = line.indexOf(': ');
    if (colon > 0) words[line.slice(0, colon)] = line.slice(colon + 2).trim();
  }
  return words;
}
