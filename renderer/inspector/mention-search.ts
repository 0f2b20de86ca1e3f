/** What can be mentioned by @ ([G22]): what stands before the caret as a question, the answers in order, and the chosen one as a node. Pure. */
import { generateCustomId } from '../../shared/identifiers.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { whereIs } from '../components/component-search.ts';
import { bestMatches, type Option } from '../fields/best-matches.ts';
import { nameOf } from '../state/use-words.ts';
import type { DocumentNode } from './story-document.ts';

export interface Mentionable extends Option {
  readonly type: 'component' | 'element' | 'board';
}

/** The words after the `@` that the caret stands behind; null where there is none, or one in the middle of a word (an address). */
export function mentionQuery(before: string): string | null {
  const [, words] = /(?:^|[^\p{L}\p{N}_@])@([^@\n\ufffc]{0,40})$/u.exec(before) ?? [];
  return words === undefined || /^\s/.test(words) ? null : words;
}

/** So many names are read before the screen has its turn. */
const SLICE = 400;

/**
 * In a script only elements make sense: `visits(@door)`. What has no name cannot be mentioned. `rest` gives the screen a turn; when
 * `going` says no, null is given.
 */
export async function mentionables(
  project: Project,
  { inScript, rest, going }: { inScript: boolean; rest: () => Promise<void>; going: () => boolean },
): Promise<Mentionable[] | null> {
  const all: Mentionable[] = [];
  let read = 0;
  for (const record of [...project.records()]) {
    const type = mentioned.find((each) => each === record.kind);
    if (!type || record.type === 'folder' || (inScript && type !== 'element') || !project.has(record.id)) continue;
    const name = nameOf(project, record.id).trim();
    if (name !== '') all.push({ id: record.id, type, name, where: placeOf(project, record) });
    if (++read % SLICE !== 0) continue;
    await rest();
    if (!going()) return null;
  }
  return all;
}

const mentioned = ['component', 'element', 'board'] as const;

function placeOf(project: Project, { id, boardId }: AnyRecord): string {
  if (typeof boardId === 'string') return project.find('board', boardId)?.name ?? '';
  return project.find('component', id) ? whereIs(project, id) : '';
}

/** So many of each kind at most: it is a list to choose from, not to read. */
const most = { component: 6, element: 6, board: 3 } as const;

export function mentionMatches(all: readonly Mentionable[], query: string): Mentionable[] {
  const byId = new Map(all.map((each) => [each.id, each]));
  return mentioned.flatMap((type) =>
    bestMatches(
      all.filter((each) => each.type === type),
      query,
    )
      .slice(0, most[type])
      .flatMap(({ id }) => byId.get(id) ?? []),
  );
}

/** As real files write it; in a script the name is one word. */
export function mentionNode({ id, type, name }: Pick<Mentionable, 'id' | 'type' | 'name'>, inScript: boolean): DocumentNode {
  const attributes = [
    ['class', `mention-${type} mention`],
    ['data-id', id],
    ['data-label', name],
    ['data-type', type],
  ];
  return { type: 'mention', attrs: { attributes, text: inScript ? generateCustomId(name, () => false) : name } };
}
