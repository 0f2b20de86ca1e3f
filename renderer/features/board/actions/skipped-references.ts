/** The references that a paste removed, as lines: by kind, with the first few names. */
import { t } from '../../../messages/translate.ts';
import type { SkippedReference } from '../../../records/board/paste.ts';

const maxNames = 4;

export function formatSkippedReferences(left: readonly SkippedReference[]): string[] {
  const byKind = new Map<string, string[]>();
  for (const { kind, name } of left) {
    const title = kindTitle(kind);
    byKind.set(title, [...(byKind.get(title) ?? []), name]);
  }
  return [...byKind].map(([title, all]) => {
    const names = all.filter((name) => name !== '');
    const shown = names.slice(0, maxNames);
    const rest = all.length - shown.length;
    return t('boardActions.skipped.line', {
      kind: title,
      count: shown.length,
      names: rest > 0 ? [...shown, t('boardActions.skipped.more', { count: rest })] : shown,
    });
  });
}

function kindTitle(kind: SkippedReference['kind']): string {
  switch (kind) {
    case 'board':
    case 'element':
    case 'component':
    case 'asset':
    case 'language':
      return t(`boardActions.skipped.kinds.${kind}`);
    default:
      return t('boardActions.skipped.kinds.other');
  }
}
