/**
 * The recipe "a kind": a sticker, an item of boards with a caption in each language, a colour and an asset. Its definition, its routes, its codec, its
 * drawing, its panel, its action and its messages are added to a copy of the sources; a process there walks one through every boundary.
 */
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindRecipe } from './recipes.ts';
import { copySources, openEmptyStory, type SourceCopy } from './source-copy.ts';

type Walk = Readonly<
  Record<
    | 'created'
    | 'read'
    | 'listed'
    | 'onBoard'
    | 'wrong'
    | 'outside'
    | 'missing'
    | 'changed'
    | 'undone'
    | 'stored'
    | 'shown'
    | 'exported'
    | 'inAllLanguages'
    | 'unity'
    | 'imported'
    | 'received'
    | 'sent'
    | 'madeElsewhere'
    | 'conflicts'
    | 'remaining'
    | 'removed'
    | 'trash'
    | 'restored'
    | 'withoutAsset',
    unknown
  >
>;
const caption = (text: string) => ({ en: { text: `<p>${text}</p>` } });

describe('recipe: a kind', () => {
  let copy: SourceCopy;
  let walk: Walk;
  const load = (path: string) => import(/* @vite-ignore */ join(copy.folder, path));
  beforeAll(async () => {
    copy = copySources();
    await kindRecipe.perform(copy);
    // The walk prints what it saw in the form of Walk.
    walk = (await copy.run('test/recipes/kind-walk.ts', join(copy.folder, 'out-test', 'data'))) as Walk;
  });
  afterAll(() => copy.remove());

  test('touches ten files and its messages by hand, and an example in the tests', () =>
    expect(copy.changes().byHand).toEqual(kindRecipe.files.byHand));

  test('REST creates, reads, lists, changes and validates it', () => {
    const look = { en: { text: '<p>Look here</p>' } };
    expect(walk.created).toBe(201);
    expect(walk.read).toEqual({
      id: true,
      boardId: true,
      x: 10,
      y: 20,
      width: 160,
      height: 60,
      theme: 'green',
      caption: look,
      assetId: true,
    });
    expect(walk.listed).toEqual([1, '<p>Look here</p>']);
    expect(walk.onBoard).toBe(1);
    expect(walk.changed).toBe(200);
    expect(walk.wrong).toEqual([400, ['caption', 'theme']]);
    expect(walk.outside).toEqual([400, ['x']]);
    expect(walk.missing).toBe(404);
  });

  test('undo reverts a change, redo applies it again, and the data folder stores it', () => {
    expect(walk.undone).toBe('green');
    expect(walk.stored).toEqual([caption('Look there'), 'red']);
  });

  test('the window has its box, its name and its searchable text', () => {
    expect(walk.shown).toEqual({
      name: 'Look there',
      box: { x: 10, y: 20, width: 160, height: 60 },
      texts: [{ field: 'caption', locale: 'en', holds: 'text', text: 'Look there' }],
    });
  });

  test('exports contain it in each format and language, and the import reads it', () => {
    expect(walk.exported).toEqual([1, '<p>Look there</p>', 1]);
    expect(walk.inAllLanguages).toEqual(caption('Look there'));
    expect(walk.unity).toBe(true);
    expect(walk.imported).toEqual([
      [201, caption('Look there')],
      [201, caption('Look there')],
    ]);
  });

  test('sync receives it, sends a change and a new one, and receives a removal', () => {
    expect(walk.received).toEqual([caption('Look there'), 'red']);
    expect(walk.sent).toEqual([caption('Sent'), 'blue']);
    expect(walk.madeElsewhere).toEqual([true, 1]);
    expect(walk.conflicts).toBe(0);
    expect(walk.remaining).toEqual([true]);
  });

  test('it can be deleted and restored, and loses its asset when that is deleted', () => {
    expect(walk.removed).toEqual([200, 404]);
    expect(walk.trash).toEqual(['sticker', 'sticker']);
    expect(walk.restored).toEqual(caption('Sent'));
    expect(walk.withoutAsset).toBeNull();
  });

  test('the board draws it, the list of the board has a row for it, and an action adds one', async () => {
    await load('renderer/app/register.ts');
    await openEmptyStory(load);
    const { openProjectStore } = await load('renderer/state/open-project.ts');
    const { kinds } = await load('shared/model/kinds/kinds.ts');
    const { project } = openProjectStore.getState();
    project.apply([
      { after: { kind: 'board', id: 'b', rank: 'a0', ...kinds.board.defaults, parentId: null, name: 'Board' } },
      { after: { kind: 'sticker', id: 's', rank: 'a0', boardId: 'b', x: 0, y: 0, ...kinds.sticker.defaults, caption: caption('Look') } },
    ]);
    const { ReactFlowProvider } = await load('node_modules/@xyflow/react/dist/esm/index.js');
    const { itemNodes } = await load('renderer/features/board/canvas/item-nodes.tsx');
    const drawn = renderToStaticMarkup(
      createElement(ReactFlowProvider, {}, createElement(itemNodes.sticker, { id: 's', selected: false })),
    );
    expect(drawn).toContain('aria-label="Sticker"');
    expect(drawn).toContain('Look');
    const { BoardListRow } = await load('renderer/features/board/list/board-list-row.tsx');
    const row = { id: 's', kind: 'item', level: 1, position: 1, siblings: 1, isExpanded: null };
    const listed = renderToStaticMarkup(
      createElement(BoardListRow, { row, locale: null, index: 0, top: 0, isActive: false, isSelected: false }),
    );
    expect(listed).toMatch(/aria-label="Sticker"[\s\S]*Look/);
    const { getAction } = await load('renderer/commands/action-registry.ts');
    expect(getAction('addSticker')).toMatchObject({ label: 'boardActions.addSticker', menus: [{ menu: 'board.add' }] });
  });
});
