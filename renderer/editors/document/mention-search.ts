/** What can be mentioned by @ ([G22]): what stands before the caret as a question, the answers in order, and the chosen one as a node. Pure. */
import { generateCustomId } from '../../../shared/model/identifiers.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { recordName } from '../../records/names/record-names.ts';
import { findBestMatches, type SearchOption } from '../../records/search/match-options.ts';
import { componentTree, folderPath } from '../../records/trees/record-tree.ts';
import type { EditorNode } from './editor-document.ts';

export interface MentionCandidate extends SearchOption {
  readonly type: 'component' | 'element' | 'board';
}

/** The words after the `@` that the caret stands behind; null where there is none, or one in the middle of a word (an address). */
export function parseMentionQuery(before: string): string | null {
  const [, words] = /(?:^|[^\p{L}\p{N}_@])@([^@\n\ufffc]{0,40})$/u.exec(before) ?? [];
  return words === undefined || /^\s/.test(words) ? null : words;
}

/** So many names are read before the screen has its turn. */
const RECORDS_PER_SLICE = 400;

/**
 * In a script only elements make sense: `visits(@door)`. What has no name cannot be mentioned. `rest` gives the screen a turn; when
 * `going` says no, null is given.
 */
export async function collectMentionCandidates(
  project: Project,
  { inScript, yieldToScreen, isActive }: { inScript: boolean; yieldToScreen: () => Promise<void>; isActive: () => boolean },
): Promise<MentionCandidate[] | null> {
  const all: MentionCandidate[] = [];
  let read = 0;
  for (const record of [...project.records()]) {
    const type = mentionableKinds.find((each) => each === record.kind);
    if (!type || record.type === 'folder' || (inScript && type !== 'element') || !project.has(record.id)) continue;
    const name = recordName(project, record.id).trim();
    if (name !== '') all.push({ id: record.id, type, name, where: locationOf(project, record) });
    if (++read % RECORDS_PER_SLICE !== 0) continue;
    await yieldToScreen();
    if (!isActive()) return null;
  }
  return all;
}

const mentionableKinds = ['component', 'element', 'board'] as const;

function locationOf(project: Project, { id, boardId }: AnyRecord): string {
  if (typeof boardId === 'string') return project.find('board', boardId)?.name ?? '';
  return project.find('component', id) ? folderPath(componentTree, project, id) : '';
}

/** So many of each kind at most: it is a list to choose from, not to read. */
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

/** As real files write it; in a script the name is one word. */
export function createMentionNode({ id, type, name }: Pick<MentionCandidate, 'id' | 'type' | 'name'>, inScript: boolean): EditorNode {
  const attributes = [
    ['class', `mention-${type} mention`],
    ['data-id', id],
    ['data-label', name],
    ['data-type', type],
  ];
  return { type: 'mention', attrs: { attributes, text: inScript ? generateCustomId(name, () => false) : name } };
}
