/** The differences of two states of a story as sentences, for each part of an item. */
import { describe, expect, test } from 'vitest';
import { compareStoriesInSteps } from '../../../shared/diff/compare-stories.ts';
import { t } from '../../../shared/messages/english.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';

type Fields = Record<string, unknown>;
const record = (kind: KindName, id: string, fields: Fields = {}): AnyRecord => ({
  kind,
  id,
  rank: id,
  ...getKind(kind).defaults,
  ...fields,
});
const locales = [{ iso: 'en', name: 'English', base: null }];
const project = record('project', 'project', { name: 'Tale', locales, roots: { board: 'b', component: 'c', asset: 'a', variable: 'v' } });
const element = (id: string, title: string, fields: Fields = {}) =>
  record('element', id, { boardId: 'board', title: { en: { text: `<p>${title}</p>` } }, content: {}, ...fields });
const connection = (id: string, sourceid: string, targetid: string, fields: Fields = {}) =>
  record('connection', id, { boardId: 'board', sourceid, sourceType: 'elements', targetid, label: {}, outputRank: id, ...fields });

const story = [project, record('board', 'board', { parentId: 'b', name: 'Docks' }), element('pip', 'Pip'), element('gate', 'Gate')];
const compare = (before: readonly AnyRecord[], after: readonly AnyRecord[]) =>
  resultOf(compareStoriesInSteps(new Project([...story, ...before]), new Project([...story, ...after]))).map(({ message }) => t(message));

function resultOf<T>(steps: Generator<unknown, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

describe('the changes of a story', () => {
  test('none between equal stories, and none where only markup, labels of mentions or generated ids differ', () => {
    expect(compare([], [])).toEqual([]);
    expect(compare([element('x', '<b>Now</b>')], [element('x', '<strong>Now</strong>')])).toEqual([]);
    const [one, two] = ['one', 'two'].map((id) => record('componentAttachment', id, { elementId: 'pip', componentId: 'hero' }));
    expect(compare(one ? [one] : [], two ? [two] : [])).toEqual([]);
  });

  test('belong to the item that has the part', () => {
    const [toGate, back] = [connection('k1', 'pip', 'gate'), connection('k2', 'pip', 'pip')];
    expect(compare([toGate], [toGate, back])).toEqual(['Element “Pip”: 1 choice added']);
    expect(compare([toGate, back], [])).toEqual(['Element “Pip”: 2 choices deleted']);
    expect(compare([toGate], [{ ...toGate, targetid: 'pip' }])).toEqual(['Element “Pip”: 1 choice changed']);
    expect(compare([toGate, back], [{ ...toGate, outputRank: 'k3' }, back])).toEqual(['Element “Pip”: order of choices changed']);
    const branch = record('branch', 'fork', { boardId: 'board' });
    const condition = record('condition', 'if', { branchId: 'fork', role: 'if', script: 'hp &gt; 3' });
    const otherwise = record('condition', 'else', { branchId: 'fork', role: 'else', script: null, rank: 'z' });
    const from = connection('k4', 'else', 'gate', { sourceType: 'conditions' });
    expect(compare([branch, condition], [branch, { ...condition, script: 'hp &gt; 4' }, otherwise, from])).toEqual([
      'Branch “hp > 4”: 1 connection added; 1 condition changed; 1 condition added',
    ]);
    const attribute = record('attribute', 'age', { cId: 'pip', cType: 'elements', name: 'Age', value: { type: 'string', data: null } });
    const named = record('componentAttachment', 'hero', { elementId: 'pip', componentId: 'hero' });
    const sound = record('audioAttachment', 'rain', { elementId: 'pip', assetId: 'rain.ogg' });
    expect(compare([sound], [attribute, named])).toEqual(['Element “Pip”: 1 attribute added; 1 component added; sounds changed']);
  });

  test('say what happened to an item, in the order of the kinds', () => {
    const [, board] = story;
    const hero = record('component', 'hero', { parentId: 'c', name: { en: { text: 'Hero' } } });
    const folder = record('board', 'cellar', { parentId: 'b', type: 'folder', name: '' });
    expect(
      compare(
        [hero, element('old', 'Old')],
        [folder, { ...hero, name: { en: { text: 'Heroine' } } }, ...(board ? [{ ...board, name: 'Harbour' }] : [])],
      ),
    ).toEqual(['Folder (unnamed): added', 'Board “Harbour”: name changed', 'Element “Old”: deleted', 'Component “Heroine”: name changed']);
  });

  test('that only show on the boards are counted', () => {
    const card = element('x', 'Card', { x: 0 });
    expect(compare([card], [{ ...card, x: 80 }])).toEqual(['1 item was only moved, resized or recoloured on the boards']);
  });

  test('of the project: start and languages', () => {
    const german = { iso: 'de', name: 'Deutsch', base: 'en' };
    expect(compare([], [{ ...project, startingElement: 'gate', locales: [...locales, german] }])).toEqual([
      'Story: story start changed; language Deutsch added',
    ]);
  });
});
