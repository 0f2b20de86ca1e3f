/** What can be mentioned by @ ([G22]): what stands before the caret as a question, the answers in order, and the chosen one as a node. Pure. */
import { generateCustomId } from '../../shared/identifiers.ts';
import type { Project } from '../../shared/project.ts';
import { nameOf } from '../board/use-words.ts';
import { whereIs } from '../components/component-search.ts';
import { bestMatches, type Option } from './best-matches.ts';
import type { DocumentNode } from './story-document.ts';

export interface Mentionable extends Option {
  readonly type: 'component' | 'element' | 'board';
}

/** The words after the `@` that the caret stands behind; null where there is none, or one in the middle of a word (an address). */
export function mentionQuery(before: string): string | null {
  const [, words] = /(?:^|[^\p{L}\p{N}_@])@([^@\n\ufffc]{0,40})$/u.exec(before) ?? [];
  return words === undefined || /^\s/.test(words) ? null : words;
}

/** In a script only elements make sense: `visits(@door)`. What has no name cannot be mentioned. */
export function mentionables(project: Project, inScript: boolean): Mentionable[] {
  const all: Mentionable[] = [];
  const add = (type: Mentionable['type'], id: string, where: string) => {
    const name = nameOf(project, id).trim();
    if (name !== '') all.push({ id, type, name, where });
  };
  for (const { id, boardId } of project.all('element')) add('element', id, project.find('board', boardId)?.name ?? '');
  if (inScript) return all;
  for (const { id, type } of project.all('component')) if (type === 'component') add('component', id, whereIs(project, id));
  for (const { id, type } of project.all('board')) if (type === 'board') add('board', id, '');
  return all;
}

/** So many of each kind at most: it is a list to choose from, not to read. */
const most = { component: 6, element: 6, board: 3 } as const;

export function mentionMatches(all: readonly Mentionable[], query: string): Mentionable[] {
  const kinds = ['component', 'element', 'board'] as const;
  const byId = new Map(all.map((each) => [each.id, each]));
  return kinds.flatMap((type) =>
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
