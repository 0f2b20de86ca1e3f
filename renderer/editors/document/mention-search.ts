/** Mentions with @ ([G22]): the query before the caret, the matching candidates, and the chosen one as a document node. Pure. */

import type { Project } from '../../../shared/model/project.ts';
import { generateCustomId } from '../../../shared/script/identifiers.ts';
import { locationLabel } from '../../records/names/location-label.ts';
import { recordName } from '../../records/names/record-names.ts';
import { findBestMatches, type SearchOption } from '../../records/search/match-options.ts';
import type { EditorNode } from './editor-document.ts';

export interface MentionCandidate extends SearchOption {
  readonly type: 'component' | 'element' | 'board';
}

/** The text between an `@` and the caret. Null if there is no `@`, or if it is in the middle of a word, as in an email address. */
export function parseMentionQuery(before: string): string | null {
  const [, query] = /(?:^|[^\p{L}\p{N}_@])@([^@\n\ufffc]{0,40})$/u.exec(before) ?? [];
  return query === undefined || /^\s/.test(query) ? null : query;
}

/** The number of names read before yielding to the browser. */
const recordsPerSlice = 400;

/**
 * In a script only elements can be mentioned: `visits(@door)`. Records without a name cannot be mentioned. `pause` yields to the browser. Returns
 * null once `isCurrent` returns false.
 */
export async function collectMentionCandidates(
  project: Project,
  { inScript, pause, isCurrent }: { inScript: boolean; pause: () => Promise<void>; isCurrent: () => boolean },
): Promise<MentionCandidate[] | null> {
  const all: MentionCandidate[] = [];
  let read = 0;
  for (const record of [...project.records()]) {
    const type = mentionableKinds.find((each) => each === record.kind);
    if (!type || record.type === 'folder' || (inScript && type !== 'element') || !project.has(record.id)) continue;
    const name = recordName(project, record.id).trim();
    if (name !== '') all.push({ id: record.id, type, name, where: locationLabel(project, record) });
    if (++read % recordsPerSlice !== 0) continue;
    await pause();
    if (!isCurrent()) return null;
  }
  return all;
}

const mentionableKinds = ['component', 'element', 'board'] as const;

/** The maximum number of candidates of each kind. */
const maxPerKind = { component: 6, element: 6, board: 3 } as const;

export function matchMentions(all: readonly MentionCandidate[], query: string): MentionCandidate[] {
  const byId = new Map(all.map((each) => [each.id, each]));
  return mentionableKinds.flatMap((type) =>
    findBestMatches(
      all.filter((each) => each.type === type),
      query,
    )
      .slice(0, maxPerKind[type])
      .flatMap(({ id }) => byId.get(id) ?? []),
  );
}

/** As in exported files; in a script the name is written as one word. */
export function createMentionNode({ id, type, name }: Pick<MentionCandidate, 'id' | 'type' | 'name'>, inScript: boolean): EditorNode {
  const attributes = [
    ['class', `mention-${type} mention`],
    ['data-id', id],
    ['data-label', name],
    ['data-type', type],
  ];
  return { type: 'mention', attrs: { attributes, text: inScript ? generateCustomId(name, () => false) : name } };
}
