/** The tree of components without rendering: names with their fallbacks, moves, usages, and what a drop attaches. */
import { expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { attachComponentCommands } from '../../../../renderer/records/components/component-attachments.ts';
import { iconLabel } from '../../../../renderer/records/components/component-avatar.tsx';
import { findComponentUsages } from '../../../../renderer/records/components/component-usages.ts';
import { componentOptions } from '../../../../renderer/records/search/record-options.ts';
import { ancestorFolderIds, componentTree, withoutDescendants } from '../../../../renderer/records/trees/record-tree.ts';
import { createMoveCommands, createReorderCommand } from '../../../../renderer/records/trees/tree-move-commands.ts';
import { componentTreeNodes } from '../../../../renderer/records/trees/tree-nodes.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

function cast() {
  const environment = createTestEnvironment();
  const story = createTestStory(openEngine(null, environment), environment);
  const root = story.project.projectRecord.roots.component;
  const folder = (name: string, parentId = root) => story.build('component', { type: 'folder', name, parentId }).id;
  const component = (name: unknown, parentId = root) => story.build('component', { name, parentId }).id;
  const names = () => story.project.children('component', root, 'components').map(({ name }) => name.en?.text);
  return { ...story, environment, root, folder, component, names };
}

const mention = (id: string, name: string) =>
  `<p>See <span class="mention-component mention" data-id="${id}" data-label="${name}" data-type="component">${name}</span>.</p>`;

test('[Localized content] a name that a language lacks is that of its base language, and marked as such', () => {
  const { project, folder, component } = cast();
  const people = folder('People');
  const maren = component({ en: 'Maren' }, people);
  const house = component({ en: 'Tea house', de: 'Teehaus' });
  const inGerman = componentTreeNodes(project, 'de');
  expect(inGerman.map(({ id, name, fallbackLanguage }) => [id, name, fallbackLanguage])).toEqual([
    [people, 'People', 'en'],
    [house, 'Teehaus', null],
  ]);
  expect(inGerman[0]?.children.map(({ id, fallbackLanguage }) => [id, fallbackLanguage])).toEqual([[maren, 'en']]);
  expect(componentTreeNodes(project, 'en').map(({ name, fallbackLanguage }) => [name, fallbackLanguage])).toEqual([
    ['People', null],
    ['Tea house', null],
  ]);
});

test('a node stays the same object while nothing in it changes', () => {
  const { project, folder, component, send } = cast();
  const people = folder('People');
  const maren = component('Maren', people);
  component('Key');
  const before = componentTreeNodes(project, 'en');
  expect(componentTreeNodes(project, 'en').every((node, at) => node === before[at])).toBe(true);
  send({ do: 'change', kind: 'component', id: maren, fields: { name: { de: 'Marlene' } } });
  const after = componentTreeNodes(project, 'en');
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(before[1]);
});

test('[Components] moves: into a folder, beside another component, never into a component or into itself', () => {
  const { project, folder, component, send, names } = cast();
  const people = folder('People');
  const inner = folder('Crew', people);
  const [a, b] = [component('A'), component('B')];
  expect(createMoveCommands(componentTree, project, [a], { into: b })).toEqual([]);
  expect(createMoveCommands(componentTree, project, [people], { into: inner })).toEqual([]);
  expect(withoutDescendants(componentTree, project, [people, inner, a])).toEqual([people, a]);
  send({ do: 'batch', commands: createMoveCommands(componentTree, project, [b], { nextTo: people, position: 'before' }) });
  expect(names()).toEqual(['B', 'People', 'A']);
  const up = createReorderCommand(componentTree, project, a, -1);
  if (up) send(up);
  expect(names()).toEqual(['B', 'A', 'People']);
  send({ do: 'batch', commands: createMoveCommands(componentTree, project, [a, b], { into: inner }) });
  expect(ancestorFolderIds(componentTree, project, a)).toEqual([people, inner]);
});

test('the usages of a component: elements, texts, conditions, lists; what is deleted with it does not count', () => {
  const { project, folder, component, build, send } = cast();
  const people = folder('People');
  const maren = component('Maren', people);
  const ode = component('Ode', people);
  const key = component('Key');
  const kitchen = build('element', { title: 'The kitchen', content: mention(maren, 'Maren') });
  const carried = build('componentAttachment', { elementId: kitchen.id, componentId: maren });
  const list = (cId: string, to: string) =>
    build('attribute', {
      cId,
      cType: 'components',
      name: 'Knows',
      value: { type: 'component-list', data: [{ id: `to-${to}`, component: to }] },
    });
  const ofKey = list(key, maren);
  list(ode, maren);
  const biography = build('attribute', {
    cId: key,
    cType: 'components',
    name: 'Story',
    value: { type: 'rich-text', data: mention(maren, 'Maren') },
  });
  const note = build('note', { content: mention(maren, 'Maren') });
  const story = (ids: string[]) =>
    findComponentUsages(project, ids)
      .map(({ id, who, how }) => [id, who, how])
      .sort();
  const expected = [
    [carried.id, 'Element “The kitchen”', 'attached'],
    [kitchen.id, 'Element “The kitchen”', 'in the content'],
    [ofKey.id, 'Component “Key”', 'in attribute “Knows”'],
    [biography.id, 'Component “Key”', 'in “Story”'],
    [note.id, 'Note “See Maren.”', 'in the content'],
  ].sort();
  expect(story([people])).toEqual(expected);
  expect(story([maren])).toHaveLength(expected.length + 1);
  expect(findComponentUsages(project, [key])).toEqual([]);
  send({ do: 'remove', kind: 'component', id: people });
  expect(project.has(ofKey.id)).toBe(true);
  expect(project.find('attribute', ofKey.id)?.value.data).toBeNull();
});

test('[Elements] dropped components are attached in their order at the drop position, each once, without folders', () => {
  const { project, folder, component, build, send } = cast();
  const people = folder('People');
  const [a, b, c] = [component('A'), component('B'), component('C')];
  const { id } = build('element', { title: 'Here' });
  send({ do: 'batch', commands: attachComponentCommands(project, id, [a]) });
  send({ do: 'batch', commands: attachComponentCommands(project, id, [b, people, a, c, b], 0) });
  const carried = project.children('componentAttachment', id, 'components').map(({ componentId }) => componentId);
  expect(carried).toEqual([b, c, a]);
  expect(componentOptions(project, new Set(carried))).toEqual([]);
});

test('an icon is labelled with its own name', () => {
  expect(iconLabel('delapouite/boat-propeller')).toBe('boat propeller');
  expect(iconLabel('key.svg')).toBe('key');
});
