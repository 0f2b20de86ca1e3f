/** [G30] Texts that no request can carry are held: kept here, merged, never sent as they are. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { simplifyTextCommand } from '../../../../main/sync/plan/held-texts.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { asMap, createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { type TwoSides, twoSides } from '../two-sides.ts';

const environment = createTestEnvironment(30);
const engine = openEngine(null, environment);

interface Scene {
  readonly sides: TwoSides;
  readonly element: string;
  readonly component: string;
  readonly board: string;
}

/** A synced story with a component and an element with this content. */
async function openScene(content = '<p>One</p><p>Two</p><p>Three</p>'): Promise<Scene> {
  const { hash, project, build } = createTestStory(engine, environment);
  const element = asMap(build('element', { content: { en: content } }));
  const component = asMap(build('component', { name: { en: 'Hanne' } }));
  const records = [...project.records()];
  engine.removeProject(hash);
  return {
    sides: await twoSides(environment, records, engine),
    element: element.id,
    component: component.id,
    board: String(element.boardId),
  };
}

const mentionOf = (id: string): string =>
  `<span class="mention mention-component" data-type="component" data-id="${id}" data-label="Hanne">Hanne</span>`;
const write = (id: string, content: string): Command => ({ do: 'change', kind: 'element', id, fields: { content: { en: content } } });
const contentOf = (record: AnyRecord | undefined): string | null =>
  // A localized text of the kind.
  (record?.content as { en?: { text: string | null } } | undefined)?.en?.text ?? null;
const contents = ({ sides, element }: Scene) => [contentOf(sides.localProject.get(element)), contentOf(sides.remoteProject.get(element))];
const heldIn = ({ sides }: Scene) => sides.plan().held.map(({ recordId, field }) => [recordId, field]);

describe('[G30] a text that no request can carry', () => {
  test('is parsed once, and not again by every plan', async () => {
    const scene = await openScene('<p>Before</p>');
    scene.sides.edit('local', write(scene.element, '<p>One<br>Two</p>'));
    const [held] = scene.sides.plan().held;
    expect(held).toBeDefined();
    expect(scene.sides.plan().held[0]).toBe(held);
    scene.sides.edit('local', write(scene.element, '<p>One<br>Three</p>'));
    expect(scene.sides.plan().held[0]).not.toBe(held);
  });

  test.each([
    ['a mention', (component: string) => `<p>${mentionOf(component)} says</p>`],
    ['a line break', () => '<p>One<br>Two</p>'],
    ['a list', () => '<ul><li><p>One</p></li></ul>'],
    ['a link', () => '<p><a href="https://example.org">One</a></p>'],
    ['italics', () => '<p><em>One</em></p>'],
  ])('%s is held and blocks nothing else', async (_name, contentWith) => {
    const scene = await openScene('<p>Before</p>');
    const { sides, element, component } = scene;
    const content = contentWith(component);
    sides.edit('local', { do: 'change', kind: 'element', id: element, fields: { content: { en: content }, x: 9, title: '<p>New</p>' } });
    expect(await sides.converge()).toEqual([]);
    expect(contents(scene)).toEqual([content, '<p>Before</p>']);
    expect(sides.remoteProject.get(element)).toMatchObject({ x: 9, title: { en: { text: '<p>New</p>' } } });
    expect(heldIn(scene)).toEqual([[element, 'content/en']]);
    expect([sides.plan().operations, sides.refused.size]).toEqual([[], 0]);
  });

  test('what only differs in markup is sent', async () => {
    const scene = await openScene();
    scene.sides.edit('local', write(scene.element, '<p><strong>Go</strong></p><pre><code>x = 1</code></pre>'));
    await scene.sides.converge();
    expect(contents(scene)[1]).toBe('<p><b>Go</b></p><code>x = 1</code>');
    expect(heldIn(scene)).toEqual([]);
  });

  test('of a new record, everything else is created; an attribute, which cannot exist without its text, is held as a whole', async () => {
    const { sides, element, board } = await openScene();
    const value = { type: 'string', plain: false, data: '<p>a<br>b</p>' } as const;
    const fields = { boardId: board, x: 1, y: 2, title: '<p>New</p>', content: { en: '<p>a<br>b</p>' } };
    const { ids } = sides.localEngine.execute(sides.hash, { do: 'create', kind: 'element', fields }, 'user');
    sides.localEngine.execute(
      sides.hash,
      { do: 'create', kind: 'attribute', fields: { cId: element, cType: 'elements', name: 'Mood', value } },
      'user',
    );
    expect(await sides.converge()).toEqual([]);
    const created = sides.remoteProject.get(sides.renamed.get(ids[0] ?? '') ?? '');
    expect([created?.title, contentOf(created)]).toEqual([{ en: { text: '<p>New</p>' } }, null]);
    expect([...sides.remoteProject.recordsOfKind('attribute')]).toEqual([]);
    expect(
      sides
        .plan()
        .held.map(({ kind, field }) => `${kind} ${field}`)
        .sort(),
    ).toEqual(['attribute value', 'element content/en']);
  });
});

describe('[G30] a held text that the remote changes, too', () => {
  test('gets the changes of both sides, and stays held', async () => {
    const scene = await openScene();
    const mention = mentionOf(scene.component);
    scene.sides.edit('local', write(scene.element, `<p>One</p><p>Two</p><p>Three for ${mention}</p>`));
    await scene.sides.converge();
    scene.sides.edit('remote', write(scene.element, '<p>Zero</p><p>One, changed</p><p>Two</p><p>Three</p>'));
    expect(await scene.sides.converge()).toEqual([]);
    expect(contents(scene)).toEqual([
      `<p>Zero</p><p>One, changed</p><p>Two</p><p>Three for ${mention}</p>`,
      '<p>Zero</p><p>One, changed</p><p>Two</p><p>Three</p>',
    ]);
    expect(heldIn(scene)).toEqual([[scene.element, 'content/en']]);
  });

  test('is sent when nothing is left in it that no request can carry', async () => {
    const scene = await openScene('<p>One</p><p>Two</p><p>Three</p>');
    scene.sides.edit('remote', write(scene.element, '<p>One</p><p>Two</p><p>a<br>b</p>'));
    await scene.sides.converge();
    scene.sides.edit('local', write(scene.element, '<p>Mine</p><p>Two</p><p>a<br>b</p>'));
    await scene.sides.converge();
    expect(heldIn(scene)).toHaveLength(1);
    scene.sides.edit('remote', write(scene.element, '<p>One</p><p>Two</p><p>ab</p>'));
    expect(await scene.sides.converge()).toEqual([]);
    expect(contents(scene)).toEqual(['<p>Mine</p><p>Two</p><p>ab</p>', '<p>Mine</p><p>Two</p><p>ab</p>']);
    expect(heldIn(scene)).toEqual([]);
  });

  test.each(['local', 'remote'] as const)('is a conflict where both changed the same paragraph; the choice is %s', async (side) => {
    const scene = await openScene();
    const localText = '<p>One</p><p>Two<br>and a half</p><p>Three</p>';
    const remoteText = '<p>One</p><p>Two!</p><p>Three</p>';
    scene.sides.edit('local', write(scene.element, localText));
    await scene.sides.converge();
    scene.sides.edit('remote', write(scene.element, remoteText));
    const [conflict, ...others] = await scene.sides.converge();
    expect([conflict?.reason, conflict?.field, others]).toEqual(['bothChanged', 'content/en', []]);
    expect([contents(scene), heldIn(scene)]).toEqual([[localText, remoteText], []]);
    if (conflict) scene.sides.answer(conflict, side);
    if (side === 'remote') expect(conflict?.remote).toBe(remoteText);
    expect(await scene.sides.converge()).toEqual([]);
    expect(contents(scene)[1]).toBe(remoteText);
    if (side === 'local') expect([contents(scene)[0], heldIn(scene)]).toEqual([localText, [[scene.element, 'content/en']]]);
  });

  test('loses the mention of a record that the remote has removed', async () => {
    const scene = await openScene();
    const { sides, element, component } = scene;
    const mention = mentionOf(component);
    sides.edit('remote', write(element, `<p>${mention}</p><p>Two</p><p>Three</p>`));
    await sides.converge();
    sides.edit('local', write(element, `<p>${mention}</p><p>Two</p><p>Three, mine</p>`));
    await sides.converge();
    expect(heldIn(scene)).toHaveLength(1);
    sides.edit('remote', { do: 'remove', kind: 'component', id: component });
    expect(await sides.converge()).toEqual([]);
    expect(contents(scene)).toEqual(['<p>Hanne</p><p>Two</p><p>Three, mine</p>', '<p>Hanne</p><p>Two</p><p>Three, mine</p>']);
  });
});

test('[G30] simplified, it is sent with all its words', async () => {
  const scene = await openScene();
  const { sides, element, component } = scene;
  sides.edit('local', write(element, `<p>Ask ${mentionOf(component)}<br>twice</p><ul><li><p>now</p></li></ul>`));
  await sides.converge();
  const record = sides.localProject.get(element);
  const command = record && simplifyTextCommand(record, 'content/en');
  if (command) sides.edit('local', command);
  expect(await sides.converge()).toEqual([]);
  const simplified = '<p>Ask Hanne</p><p>twice</p><p>now</p>';
  expect([contents(scene), heldIn(scene)]).toEqual([[simplified, simplified], []]);
});
