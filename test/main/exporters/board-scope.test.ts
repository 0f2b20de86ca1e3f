/** Exports of some boards only. */
import { expect, test } from 'vitest';
import { exportStory, type StoryExportOptions } from '../../../main/exporters/exporters.ts';
import { roots, StoryBuilder } from './build-project.ts';

function twoBoards() {
  const story = new StoryBuilder();
  const folder = story.add('board', { parentId: roots.board, type: 'folder', name: 'Acts' });
  const one = story.board('One', { parentId: folder });
  const other = story.board('Other');
  const inScope = story.element(one);
  const outOfScope = story.element(other);
  story.change(inScope, { linkedBoard: other });
  const away = story.add('jumper', { boardId: one, x: 1, y: 1, elementId: outOfScope });
  const back = story.add('jumper', { boardId: other, x: 1, y: 1, elementId: inScope });
  const { branch, conditions } = story.branch(other, ['true'], false);
  story.connect(outOfScope, branch);
  story.connect(conditions[0] ?? '', back);
  for (const owner of [one, other]) story.add('attribute', { cId: owner, cType: 'boards', value: { type: 'integer', data: 1 } });
  for (const owner of [inScope, outOfScope])
    story.add('attribute', { cId: owner, cType: 'elements', value: { type: 'component-list', data: null } });
  const knight = story.component();
  story.add('attribute', { cId: knight, cType: 'components', value: { type: 'integer', data: 1 } });
  story.start(outOfScope);
  return { story, folder, one, other, inScope, outOfScope, away };
}

const read = (story: StoryBuilder, options: Partial<StoryExportOptions>) =>
  JSON.parse(exportStory(story.project(), { format: 'json', destination: 'http', ...options }));

test('[G17] boardIds omits other boards and what is on them; folders above the boards stay', () => {
  const { story, folder, one, inScope, away } = twoBoards();
  const out = read(story, { boardIds: [one] });
  expect(Object.keys(out.boards).sort()).toEqual([folder, one, roots.board].sort());
  expect(out.boards[roots.board].children).toEqual([folder]);
  expect(Object.keys(out.elements)).toEqual([inScope]);
  expect(Object.keys(out.jumpers)).toEqual([away]);
  for (const collection of ['branches', 'conditions', 'connections']) expect(out[collection]).toEqual({});
  expect(
    Object.values(out.attributes)
      .map((attribute) => Reflect.get(Object(attribute), 'cType'))
      .sort(),
  ).toEqual(['boards', 'components', 'elements']);
});

test('[G17] a folder without a selected board is omitted', () => {
  const { story, other } = twoBoards();
  const out = read(story, { boardIds: [other] });
  expect(Object.keys(out.boards).sort()).toEqual([other, roots.board].sort());
  expect(out.boards[roots.board].children).toEqual([other]);
});

test('[G17] a jumper, linked board or start that points outside becomes null', () => {
  const { story, one, inScope, outOfScope, away, other } = twoBoards();
  const inside = read(story, { boardIds: [one] });
  expect(inside.startingElement).toBeNull();
  expect(inside.jumpers[away].elementId).toBeNull();
  expect(inside.elements[inScope].linkedBoard).toBeNull();
  const both = read(story, { boardIds: [one, other] });
  expect(both.startingElement).toBe(outOfScope);
  expect(both.jumpers[away].elementId).toBe(outOfScope);
  expect(both.elements[inScope].linkedBoard).toBe(other);
});

test('[Exports] with no boardIds all boards are exported', () => {
  const { story } = twoBoards();
  expect(read(story, { boardIds: [] })).toEqual(read(story, {}));
});

test('[G17] contents contain only what is exported', () => {
  const { story, one, outOfScope } = twoBoards();
  expect(read(story, { boardIds: [one], allLocales: true }).contents).not.toHaveProperty(outOfScope);
});

test('[Exports] selecting a folder selects the boards in it', () => {
  const { story, folder, one } = twoBoards();
  expect(read(story, { boardIds: [folder] })).toEqual(read(story, { boardIds: [one] }));
});

test('[Exports] a board that the project does not have is a 400 at its index', () => {
  const { story, one, inScope } = twoBoards();
  for (const wrong of ['nobody', inScope])
    expect(() => read(story, { boardIds: [one, wrong] })).toThrow(
      expect.objectContaining({ code: 'invalid', json: expect.objectContaining({ errors: { 'boardIds.1': expect.any(String) } }) }),
    );
});
