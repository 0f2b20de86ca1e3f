/**
 * What can be done with a row of a tree: a board, a component, an asset, or a folder of them. Their keys count only while a row has the
 * keyboard. What an action does is loaded with the tree.
 */

import type { Action } from '../../commands/action.ts';
import { resolveRow, rowName, type TreeRow } from '../../commands/focused-row.ts';
import { actionsMessages } from '../../messages/en/actions.ts';
import { assetsMessages } from '../../messages/en/assets.ts';
import { isTemplateAsset, mediaTypeOf } from '../../records/assets/asset-details.ts';
import { openProjectStore } from '../../state/open-project.ts';

export type RowActionName = 'renameRow' | 'moveRow' | 'removeRow' | 'rowUp' | 'rowDown' | 'previewAsset' | 'useAsset' | 'replaceFile';

const messages = actionsMessages.rows;

const rowHandlers = {
  board: () => import('../../features/record-trees/boards/row-actions.ts'),
  component: () => import('../../features/record-trees/components/row-actions.ts'),
  asset: () => import('../../features/assets/row-actions.ts'),
};
const loadAssetHandlers = rowHandlers.asset;

const assetForRow = (row: TreeRow) => (row.kind === 'asset' ? openProjectStore.getState().project.find('asset', row.id) : undefined);
const isEditableRow = (row: TreeRow): boolean => {
  const asset = assetForRow(row);
  return asset === undefined || (asset.parentId !== null && !isTemplateAsset(asset));
};
const mediaTypeOfRow = (row: TreeRow) => {
  const asset = assetForRow(row);
  return asset ? mediaTypeOf(asset) : null;
};
const isFileRow = (row: TreeRow): boolean => mediaTypeOfRow(row) !== null;

interface RowActionOptions {
  readonly name: RowActionName;
  /** What it is called, in the menu of a row, and where the row is named. */
  readonly labels: { readonly plain: string; readonly of: (name: string) => string };
  readonly menuLabel: (row: TreeRow) => string;
  readonly keys?: readonly string[];
  readonly isApplicable?: (row: TreeRow) => boolean;
  readonly run: (row: TreeRow) => unknown;
}

const createRowAction = ({
  name,
  labels: { plain: genericLabel, of },
  menuLabel,
  keys = [],
  isApplicable = isEditableRow,
  run,
}: RowActionOptions): Action => {
  const meant = (on?: TreeRow): TreeRow | null => {
    const row = resolveRow(on);
    return row && isApplicable(row) ? row : null;
  };
  return {
    name,
    group: 'Lists',
    place: 'row',
    genericLabel,
    label: (on) => {
      const row = meant(on);
      return row === null ? genericLabel : on ? menuLabel(row) : of(rowName(row));
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
  createRowAction({
    name: 'previewAsset',
    labels: messages.preview,
    menuLabel: () => assetsMessages.preview,
    keys: ['Enter'],
    isApplicable: isFileRow,
    run: async ({ id }) => (await loadAssetHandlers()).preview(id),
  }),
  createRowAction({
    name: 'useAsset',
    labels: messages.use,
    menuLabel: (row) => (mediaTypeOfRow(row) === 'audio' ? assetsMessages.playInAnElement : assetsMessages.useAsACover),
    isApplicable: isFileRow,
    run: async ({ id }) => (await loadAssetHandlers()).assign(id),
  }),
  createRowAction({
    name: 'replaceFile',
    labels: messages.replace,
    menuLabel: (row) => (assetForRow(row)?.file === null ? assetsMessages.chooseItsFile : assetsMessages.replaceTheFile),
    isApplicable: (row) => isFileRow(row) && isEditableRow(row),
    run: async ({ id }) => (await loadAssetHandlers()).replace(id),
  }),
  createRowAction({
    name: 'renameRow',
    labels: messages.rename,
    menuLabel: () => messages.entries.rename,
    keys: ['F2'],
    run: async ({ kind, id }) => (await rowHandlers[kind]()).rename(id),
  }),
  createRowAction({
    name: 'moveRow',
    labels: messages.move,
    menuLabel: () => messages.entries.move,
    run: async ({ kind, id }) => (await rowHandlers[kind]()).move(id),
  }),
  createRowAction({
    name: 'removeRow',
    labels: messages.remove,
    menuLabel: () => messages.entries.remove,
    keys: ['Delete'],
    run: async ({ kind, id }) => (await rowHandlers[kind]()).remove(id),
  }),
  createRowAction({
    name: 'rowUp',
    labels: messages.up,
    menuLabel: () => messages.up.plain,
    keys: ['Alt+ArrowUp'],
    run: async ({ kind, id }) => (await rowHandlers[kind]()).step(id, -1),
  }),
  createRowAction({
    name: 'rowDown',
    labels: messages.down,
    menuLabel: () => messages.down.plain,
    keys: ['Alt+ArrowDown'],
    run: async ({ kind, id }) => (await rowHandlers[kind]()).step(id, 1),
  }),
];
