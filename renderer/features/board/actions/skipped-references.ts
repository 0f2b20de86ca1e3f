/** What a paste left out, as lines: by what it was, with the first few names. */
import { boardActionMessages } from '../../../messages/en/board-actions.ts';
import type { SkippedReference } from '../../../records/board/paste.ts';

const messages = boardActionMessages.left;
const MAX_NAMES = 4;

export function formatSkippedReferences(left: readonly SkippedReference[]): string[] {
  const byKind = new Map<string, string[]>();
  for (const { kind, name } of left) {
    const title = kindTitle(kind);
    byKind.set(title, [...(byKind.get(title) ?? []), name]);
  }
  return [...byKind].map(([title, all]) => {
    const names = all.filter((name) => name !== '');
    const shown = names.slice(0, MAX_NAMES);
    const rest = all.length - shown.length;
    return messages.line(title, rest > 0 ? [...shown, messages.more(rest)] : shown);
  });
}

function kindTitle(kind: SkippedReference['kind']): string {
  switch (kind) {
    case 'board':
    case 'element':
    case 'component':
    case 'asset':
    case 'language':
      return messages.kinds[kind];
    default:
      return messages.kinds.other;
  }
}
