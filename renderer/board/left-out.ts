/** What a paste left out, as lines: by what it was, with the first few names. */
import { boardActionWords } from '../words/en/board-actions.ts';
import type { Left } from './paste.ts';

const words = boardActionWords.left;
const MOST = 4;

export function leftOut(left: readonly Left[]): string[] {
  const byKind = new Map<string, string[]>();
  for (const { kind, name } of left) {
    const title = kindTitle(kind);
    byKind.set(title, [...(byKind.get(title) ?? []), name]);
  }
  return [...byKind].map(([title, all]) => {
    const names = all.filter((name) => name !== '');
    const shown = names.slice(0, MOST);
    const rest = all.length - shown.length;
    return words.line(title, rest > 0 ? [...shown, words.more(rest)] : shown);
  });
}

function kindTitle(kind: Left['kind']): string {
  switch (kind) {
    case 'board':
    case 'element':
    case 'component':
    case 'asset':
    case 'language':
      return words.kinds[kind];
    default:
      return words.kinds.other;
  }
}
