/** [Limits] Texts of people and programs have a limit of their own; imports and sync accept what their caps allow, and what is stored stays editable. */
import { describe, expect, test } from 'vitest';
import { maxTextLength } from '../../../main/engine/decide/stored-fields.ts';
import type { CommandOrigin } from '../../../shared/model/commands.ts';
import { openStory, pathsOf } from './open-story.ts';

const longest = 'x'.repeat(maxTextLength);
const tooLong = `${longest}x`;
const senders: readonly CommandOrigin[] = ['user', 'api'];

describe.each(senders)('[Limits] a text of a command of the origin %s', (origin) => {
  test('has at most 2,000,000 characters, in each language, kind of text and condition', () => {
    const { make, board, refusedChange, refusedCreate, refused } = openStory();
    const element = make('element', { boardId: board, x: 0, y: 0 });
    const branch = make('branch', { boardId: board, x: 0, y: 0 });
    const owner = make('element', { boardId: board, x: 0, y: 0 });
    const attribute = make('attribute', {
      cId: owner,
      cType: 'elements',
      name: 'Bio',
      value: { type: 'string', plain: true, data: 'x' },
    });
    const rich = `<p>${tooLong}</p>`;
    const found = [
      refusedChange('element', element, { content: { en: rich }, title: { en: { text: rich } } }, origin),
      refusedChange('element', element, { content: rich }, origin),
      refusedChange('attribute', attribute, { value: { type: 'string', plain: true, data: tooLong } }, origin),
      refusedCreate('note', { boardId: board, x: 0, y: 0, content: rich }, origin),
      refusedCreate('variable', { name: 'gold', type: 'string', value: tooLong }, origin),
      refused({ do: 'setConditions', id: branch, conditions: { ifCondition: { script: tooLong } } }, origin),
    ];
    expect(found.map(({ status }) => status)).toEqual(found.map(() => 400));
    expect(found.map(pathsOf)).toEqual([
      ['content.en', 'title.en'],
      ['content'],
      ['value.data'],
      ['content'],
      ['value'],
      ['conditions.ifCondition.script'],
    ]);
    expect(new Set(found.flatMap(({ errors }) => Object.values(errors)))).toEqual(new Set(['must have at most 2000000 characters']));
  });

  test('is stored if it has exactly as many', () => {
    const { project, make, board, change } = openStory();
    const owner = make('element', { boardId: board, x: 0, y: 0 });
    const attribute = make('attribute', {
      cId: owner,
      cType: 'elements',
      name: 'Bio',
      value: { type: 'string', plain: true, data: 'x' },
    });
    change('attribute', attribute, { value: { type: 'string', plain: true, data: longest } }, origin);
    expect(project.find('attribute', attribute)?.value.data).toBe(longest);
  });

  test('of any length is stored as the stylesheet (G9)', () => {
    const { project, change } = openStory();
    change('project', 'project', { css: tooLong }, origin);
    expect(project.projectRecord.css).toBe(tooLong);
  });

  test('does not keep the rest of a record with a longer text from being changed', () => {
    const { project, build, board, send, change, engine, hash } = openStory();
    const element = build('element', { boardId: board });
    const content = { en: { text: `<p>${tooLong}</p>` } };
    send({ do: 'replaceRecords', renamedIds: [], put: [{ ...project.get(element.id), content }], removedIds: [] }, 'remote');
    change('element', element.id, { title: { en: '<p>Hall</p>' } }, origin);
    send({ do: 'remove', kind: 'element', id: element.id }, origin);
    if (origin === 'user') engine.undo(hash);
    if (origin === 'user') expect(project.find('element', element.id)?.content).toEqual(content);
    else expect(project.has(element.id)).toBe(false);
  });
});
