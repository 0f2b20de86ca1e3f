/** What several selected elements have in common, and the one command that changes it in all of them. */
import { expect, test } from 'vitest';
import {
  addToOthersCommand,
  attachToAllCommand,
  detachFromAllCommand,
  sharedAttributes,
  sharedComponents,
  sharedEntries,
  withEntry,
  withoutEntry,
} from '../../../../renderer/features/inspector/several-elements.ts';
import type { AttributeValue } from '../../../../shared/model/kinds/attribute-value.ts';
import { elementAt, projectOf, record } from '../../../story-records.ts';

const elements = [elementAt('one', 0, 0), elementAt('two', 0, 200), elementAt('three', 0, 400)];
const ids = ['one', 'two', 'three'];
const component = (id: string) => record('component', id, { parentId: 'croot', name: { en: { text: id } } });
const attachment = (id: string, elementId: string, componentId: string) => record('componentAttachment', id, { elementId, componentId });
const attribute = (id: string, cId: string, name: string, value: AttributeValue) =>
  record('attribute', id, { cId, cType: 'elements', name, value });
const text = (data: string | null): AttributeValue => ({ type: 'string', plain: true, data });
const list = (...components: string[]): AttributeValue => ({
  type: 'component-list',
  data: components.length === 0 ? null : components.map((each, at) => ({ id: `entry ${each} ${at}`, component: each })),
});

test('a component is attached to the elements that lack it, and detached from those that have it', () => {
  const project = projectOf(
    ...elements,
    component('ada'),
    component('ben'),
    attachment('1', 'one', 'ada'),
    attachment('2', 'three', 'ada'),
    attachment('3', 'one', 'ben'),
  );
  const [ada, ben] = sharedComponents(project, ids);
  expect(ada).toEqual({ componentId: 'ada', attachmentIds: ['1', '2'] });
  expect(ben).toEqual({ componentId: 'ben', attachmentIds: ['3'] });
  expect(attachToAllCommand(project, ids, 'ada')).toEqual({
    do: 'create',
    kind: 'componentAttachment',
    fields: { elementId: 'two', componentId: 'ada' },
  });
  expect(detachFromAllCommand(ada?.attachmentIds ?? [])).toMatchObject({ do: 'batch', commands: [{ id: '1' }, { id: '2' }] });
});

test('attributes are the same by name and type; a value that differs is mixed, and those without one can get it', () => {
  const project = projectOf(
    ...elements,
    attribute('m1', 'one', 'Mood', text('calm')),
    attribute('m2', 'two', 'Mood', text('calm')),
    attribute('w1', 'one', 'Weather', text('fog')),
    attribute('w3', 'three', 'Weather', text('rain')),
    attribute('w2', 'two', 'Weather', { type: 'string', plain: false, data: '<p>fog</p>' }),
  );
  const [mood, weather, richWeather] = sharedAttributes(project, ids);
  expect(mood).toMatchObject({ name: 'Mood', type: 'string', value: text('calm'), ownerIds: new Set(['one', 'two']) });
  expect(weather).toMatchObject({ name: 'Weather', type: 'string', value: null });
  expect(richWeather).toMatchObject({ name: 'Weather', type: 'rich-text', ownerIds: new Set(['two']) });
  expect(mood && addToOthersCommand(mood, ids)).toEqual({
    do: 'create',
    kind: 'attribute',
    fields: { cId: 'three', cType: 'elements', name: 'Mood', value: text('calm') },
  });
  // No value is right for the others where those that have one differ.
  expect(weather && addToOthersCommand(weather, ids)).toMatchObject({ fields: { cId: 'two', value: text(null) } });
});

test('lists of several elements get an entry, or lose it, whatever else they contain', () => {
  const project = projectOf(
    ...elements,
    component('ada'),
    component('ben'),
    attribute('l1', 'one', 'Cast', list('ada', 'ben')),
    attribute('l2', 'two', 'Cast', list('ben')),
    attribute('l3', 'three', 'Cast', list()),
  );
  const [cast] = sharedAttributes(project, ids);
  if (!cast) throw new Error('There is no such attribute.');
  expect(cast.value).toBeNull();
  expect(sharedEntries(cast)).toEqual([
    { targetId: 'ada', count: 1 },
    { targetId: 'ben', count: 2 },
  ]);
  const values = cast.attributes.map(({ value }) => value);
  expect(values.map((value) => withEntry(value, 'ada', () => 'new'))).toMatchObject([
    { data: [{ component: 'ada' }, { component: 'ben' }] },
    { data: [{ component: 'ben' }, { id: 'new', component: 'ada' }] },
    { data: [{ id: 'new', component: 'ada' }] },
  ]);
  expect(values.map((value) => withoutEntry(value, 'ben'))).toMatchObject([{ data: [{ component: 'ada' }] }, { data: null }, {}]);
});

test('lists with the same members in the same order are the same, though their entries have other ids', () => {
  const other: AttributeValue = { type: 'component-list', data: [{ id: 'another', component: 'ada' }] };
  const project = projectOf(
    ...elements,
    component('ada'),
    attribute('l1', 'one', 'Cast', list('ada')),
    attribute('l2', 'two', 'Cast', other),
  );
  expect(sharedAttributes(project, ids)[0]?.value).toEqual(list('ada'));
});
