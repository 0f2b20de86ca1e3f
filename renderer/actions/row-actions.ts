/**
 * What can be done with a row of a tree: a board, a component, an asset, or a folder of them. Their keys count only while a row has the
 * keyboard. What an action does is loaded with the tree.
 */
import { isFixed, mediaOf } from '../assets/asset-words.ts';
import { openProject } from '../state/open-project.ts';
import { actionsWords } from '../words/en/actions.ts';
import { assetsWords } from '../words/en/assets.ts';
import type { Action } from './action.ts';
import { meantRow, nameOfRow, type Row } from './row.ts';

export type RowActionName = 'renameRow' | 'moveRow' | 'removeRow' | 'rowUp' | 'rowDown' | 'previewAsset' | 'useAsset' | 'replaceFile';

const words = actionsWords.rows;

const doings = {
  board: () => import('../board-tree/row-doings.ts'),
  component: () => import('../components/row-doings.ts'),
  asset: () => import('../assets/row-doings.ts'),
};
const assetDoings = doings.asset;

const assetOf = (row: Row) => (row.kind === 'asset' ? openProject.getState().project.find('asset', row.id) : undefined);
const isOurs = (row: Row): boolean => {
  const asset = assetOf(row);
  return asset === undefined || (asset.parentId !== null && !isFixed(asset));
};
const mediaIn = (row: Row) => {
  const asset = assetOf(row);
  return asset ? mediaOf(asset) : null;
};
const isFile = (row: Row): boolean => mediaIn(row) !== null;

interface Given {
  readonly name: RowActionName;
  /** What it is called, in the menu of a row, and where the row is named. */
  readonly words: { readonly plain: string; readonly of: (name: string) => string };
  readonly entry: (row: Row) => string;
  readonly keys?: readonly string[];
  readonly fits?: (row: Row) => boolean;
  readonly run: (row: Row) => unknown;
}

const action = ({ name, words: { plain, of }, entry, keys = [], fits = isOurs, run }: Given): Action => {
  const meant = (on?: Row): Row | null => {
    const row = meantRow(on);
    return row && fits(row) ? row : null;
  };
  return {
    name,
    group: 'Lists',
    place: 'row',
    plain,
    label: (on) => {
      const row = meant(on);
      return row === null ? plain : on ? entry(row) : of(nameOfRow(row));
    },
    keys,
    enabled: (on) => meant(on) !== null,
    run: (on) => {
      const row = meant(on);
      return row && run(row);
    },
  };
};

export const rowActions: readonly Action[] = [
  action({
    name: 'previewAsset',
    words: words.preview,
    entry: () => assetsWords.preview,
    keys: ['Enter'],
    fits: isFile,
    run: async ({ id }) => (await assetDoings()).preview(id),
  }),
  action({
    name: 'useAsset',
    words: words.use,
    entry: (row) => (mediaIn(row) === 'audio' ? assetsWords.playInAnElement : assetsWords.useAsACover),
    fits: isFile,
    run: async ({ id }) => (await assetDoings()).use(id),
  }),
  action({
    name: 'replaceFile',
    words: words.replace,
    entry: (row) => (assetOf(row)?.file === null ? assetsWords.chooseItsFile : assetsWords.replaceTheFile),
    fits: (row) => isFile(row) && isOurs(row),
    run: async ({ id }) => (await assetDoings()).replace(id),
  }),
  action({
    name: 'renameRow',
    words: words.rename,
    entry: () => words.entries.rename,
    keys: ['F2'],
    run: async ({ kind, id }) => (await doings[kind]()).rename(id),
  }),
  action({
    name: 'moveRow',
    words: words.move,
    entry: () => words.entries.move,
    run: async ({ kind, id }) => (await doings[kind]()).move(id),
  }),
  action({
    name: 'removeRow',
    words: words.remove,
    entry: () => words.entries.remove,
    keys: ['Delete'],
    run: async ({ kind, id }) => (await doings[kind]()).remove(id),
  }),
  action({
    name: 'rowUp',
    words: words.up,
    entry: () => words.up.plain,
    keys: ['Alt+ArrowUp'],
    run: async ({ kind, id }) => (await doings[kind]()).step(id, -1),
  }),
  action({
    name: 'rowDown',
    words: words.down,
    entry: () => words.down.plain,
    keys: ['Alt+ArrowDown'],
    run: async ({ kind, id }) => (await doings[kind]()).step(id, 1),
  }),
];
