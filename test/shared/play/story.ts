/** A small story for the tests of playing: elements a, b, c, …, a hero with hit points, a board with lamps. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { projectOf, record } from '../../story-records.ts';

export const mention = (id: string, text = id): string =>
  `<span class="mention-element mention" data-id="${id}" data-label="${text}" data-type="element">${text}</span>`;

export const variable = (name: string, type: 'string' | 'integer' | 'boolean', value: string | number | boolean): AnyRecord =>
  record('variable', `v-${name}`, { name, type, value });

export const element = (id: string, content: string | null = null, fields: object = {}): AnyRecord =>
  record('element', id, { boardId: 'board', x: 0, y: 0, content: content === null ? {} : { en: { text: content } }, ...fields });

export function storyOf(...records: AnyRecord[]): Project {
  const ids = new Set(records.map(({ id }) => id));
  return projectOf(
    ...['a', 'b', 'c'].filter((id) => !ids.has(id)).map((id) => element(id)),
    record('component', 'c-hero', { parentId: 'croot', name: { en: { text: 'Hero' } }, customId: 'hero' }),
    record('attribute', 'at-hp', { cId: 'c-hero', cType: 'components', name: 'hp', value: { type: 'integer', data: 12 }, customId: 'hp' }),
    record('board', 'act1', { parentId: 'root', name: 'Act 1', customId: 'act_1' }),
    record('attribute', 'at-l', { cId: 'act1', cType: 'boards', name: 'lamps', value: { type: 'integer', data: 3 }, customId: 'lamps' }),
    ...records,
  );
}
