/** A variable is renamed in all scripts, in one step that can be undone; nothing else changes. */
import { afterAll, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { renameAttribute, renameVariable } from '../../../../renderer/records/scripts/rename-variable.ts';
import { findGlobalNames, findOwnedNames } from '../../../../renderer/records/scripts/script-names.ts';
import { en, smallStory } from '../../../main/exporters/build-project.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const engine = openEngine(null, createTestEnvironment());
afterAll(() => engine.close());

test('names in strings, in mentions, with an owner, and within other names are others', () => {
  const source = 'oil = oils + "oil" + maren.oil + oil.deep + visits(oil) // oil';
  const mention = source.indexOf('(oil)') + 1;
  const found = findGlobalNames(source, [{ start: mention, end: mention + 3 }]).filter(({ name }) => name === 'oil');
  expect(found.map(({ start }) => start)).toEqual([0, source.lastIndexOf('oil')]);
});

test('[Variables] every script that uses it follows, also one with errors and in a translation; one undo brings all of it back', () => {
  const locales = [
    { iso: 'en', name: 'English', base: null },
    { iso: 'de', name: 'Deutsch', base: 'en' },
  ];
  const { story, element } = smallStory({ locales });
  const code = (script: string): string => `<pre><code>${script}</code></pre>`;
  story.change(element, {
    content: { ...en(`<p>oil stays</p>${code('oil = oil + 1')}`), de: { text: `<p>Öl</p>${code('oil +')}` } },
  });
  const other = story.add('variable', { name: 'oilers', type: 'integer', value: 2 });
  const variable = story.add('variable', { name: 'oil', type: 'integer', value: 7 });
  const { hash } = engine.createProject([...story.records.values()]);
  const before = [...engine.getProject(hash).records()].map((record) => ({ ...record }));
  engine.execute(hash, { do: 'addLocalComment', kind: 'variable', id: variable, text: 'How much is left' }, 'user');
  const found = engine.getProject(hash).find('variable', variable) ?? expect.fail();
  const id = '11111111-1111-4111-8111-111111111111';
  const { commands, rewritten } = renameVariable(engine.getProject(hash), found, 'fuel', id);
  engine.execute(hash, { do: 'batch', commands }, 'user');
  const project = engine.getProject(hash);
  expect(rewritten).toBe(1);
  expect(project.find('variable', variable)).toBeUndefined();
  expect(project.find('variable', id)).toMatchObject({ name: 'fuel', type: 'integer', value: 7 });
  expect(Object.values(project.find('variable', id)?.localComments ?? {}).map(({ text }) => text)).toEqual(['How much is left']);
  expect(project.childIds(null, 'variables').indexOf(id)).toBe(project.childIds(null, 'variables').indexOf(other) + 1);
  expect(project.find('element', element)?.content).toEqual({
    ...en(`<p>oil stays</p>${code('fuel = fuel + 1')}`),
    de: { text: `<p>Öl</p>${code('fuel +')}` },
  });
  engine.undo(hash);
  engine.undo(hash);
  expect([...engine.getProject(hash).records()]).toEqual(expect.arrayContaining(before));
  expect(engine.getProject(hash).find('variable', id)).toBeUndefined();
});

test('the names of an owner are those behind its name; in strings, of others, and of what it owns are others', () => {
  const source = 'maren.trust = maren . trust + "maren.trust" + other.maren.trust + amaren.trust + trust + maren.trustful';
  const found = findOwnedNames(source, [], 'maren').filter(({ name }) => name === 'trust');
  expect(found.map(({ start }) => source.slice(0, start).slice(-8).trim())).toEqual(['maren.', 'maren .']);
});

test('[Attribute] the script ID of an attribute is renamed in every script that uses it, and one undo brings all of it back', () => {
  const { story, element, board } = smallStory();
  story.change(board, { customId: 'shore' });
  const code = (script: string): string => `<pre><code>${script}</code></pre>`;
  story.change(element, { content: en(`<p>fog stays</p>${code('shore.fog = shore.fog + fog')}`) });
  const value = { type: 'integer', data: 3 } as const;
  const fog = story.add('attribute', { cId: board, cType: 'boards', name: 'Fog', customId: 'fog', value });
  const { hash } = engine.createProject([...story.records.values()]);
  const before = [...engine.getProject(hash).records()].map((record) => ({ ...record }));
  const attribute = engine.getProject(hash).find('attribute', fog) ?? expect.fail();
  const id = '22222222-2222-4222-8222-222222222222';
  const { commands, rewritten } = renameAttribute(engine.getProject(hash), attribute, 'haze', id);
  engine.execute(hash, { do: 'batch', commands }, 'user');
  const project = engine.getProject(hash);
  expect(rewritten).toBe(1);
  expect(project.find('attribute', fog)).toBeUndefined();
  expect(project.find('attribute', id)).toMatchObject({ cId: board, name: 'Fog', customId: 'haze', value });
  expect(project.find('element', element)?.content).toEqual(en(`<p>fog stays</p>${code('shore.haze = shore.haze + fog')}`));
  engine.undo(hash);
  expect([...engine.getProject(hash).records()]).toEqual(expect.arrayContaining(before));
});

test('the names of a very long script are found in one go', () => {
  const line = 'oil = maren.trust + (door) * "text"\n';
  const source = line.repeat(12_000);
  const mentions = Array.from({ length: 12_000 }, (_, at) => ({ start: at * line.length + 21, end: at * line.length + 25 }));
  expect(new Set(findGlobalNames(source, mentions).map(({ name }) => name))).toEqual(new Set(['oil']));
  expect(findOwnedNames(source, mentions, 'maren')).toHaveLength(12_000);
});
