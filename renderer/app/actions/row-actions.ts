/**
 * What can be done with a row of a tree: a board, a component, an asset, or a folder of them. Their keys count only while a row has the
 * keyboard. What an action does is loaded with the tree.
 */

import type { Action } from '../../commands/action.ts';
import { resolveRow, rowName, type TreeRow } from '../../commands/focused-row.ts';
import { t } from '../../messages/translate.ts';
import { isTemplateAsset, mediaTypeOf } from '../../records/assets/asset-details.ts';
import { openProjectStore } from '../../state/open-project.ts';

export type RowActionName = 'renameRow' | 'moveRow' | 'removeRow' | 'rowUp' | 'rowDown' | 'previewAsset' | 'useAsset' | 'replaceFile';

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
  readonly labels: 'preview' | 'use' | 'replace' | 'rename' | 'move' | 'remove' | 'up' | 'down';
  readonly menuLabel: (row: TreeRow) => string;
  readonly keys?: readonly string[];
  readonly isApplicable?: (row: TreeRow) => boolean;
  readonly run: (row: TreeRow) => unknown;
}

const createRowAction = ({ name, labels, menuLabel, keys = [], isApplicable = isEditableRow, run }: RowActionOptions): Action => {
  const meant = (on?: TreeRow): TreeRow | null => {
    const row = resolveRow(on);
    return row && isApplicable(row) ? row : null;
  };
  return {
    name,
    group: 'Lists',
    place: 'row',
    genericLabel: t(`actions.rows.${labels}.plain`),
    label: (on) => {
      const row = meant(on);
      if (row === null) return t(`actions.rows.${labels}.plain`);
      return on ? menuLabel(row) : t(`actions.rows.${labels}.of`, { name: rowName(row) });
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
    labels: 'preview',
    menuLabel: () => t('assets.preview.action'),
    keys: ['Enter'],
    isApplicable: isFileRow,
    run: async ({ id }) => (await loadAssetHandlers()).preview(id),
  }),
  createRowAction({
    name: 'useAsset',
    labels: 'use',
    menuLabel: (row) => (mediaTypeOfRow(row) === 'audio' ? t('assets.playInAnElement') : t('assets.useAsACover')),
    isApplicable: isFileRow,
    run: async ({ id }) => (await loadAssetHandlers()).assign(id),
  }),
  createRowAction({
    name: 'replaceFile',
    labels: 'replace',
    menuLabel: (row) => (assetForRow(row)?.file === null ? t('assets.chooseItsFile') : t('assets.replaceTheFile')),
    isApplicable: (row) => isFileRow(row) && isEditableRow(row),
    run: async ({ id }) => (await loadAssetHandlers()).replace(id),
  }),
  createRowAction({
    name: 'renameRow',
    labels: 'rename',
    menuLabel: () => t('actions.rows.entries.rename'),
    keys: ['F2'],
    run: async ({ kind, id }) => (await rowHandlers[kind]()).rename(id),
  }),
  createRowAction({
    name: 'moveRow',
    labels: 'move',
    menuLabel: () => t('actions.rows.entries.move'),
    run: async ({ kind, id }) => (await rowHandlers[kind]()).move(id),
  }),
  createRowAction({
    name: 'removeRow',
    labels: 'remove',
    menuLabel: () => t('actions.rows.entries.remove'),
    keys: ['Delete'],
    run: async ({ kind, id }) => (await rowHandlers[kind]()).remove(id),
  }),
  createRowAction({
    name: 'rowUp',
    labels: 'up',
    menuLabel: () => t('actions.rows.up.plain'),
    keys: ['Alt+ArrowUp'],
    run: async ({ kind, id }) => (await rowHandlers[kind]()).step(id, -1),
  }),
  createRowAction({
    name: 'rowDown',
    labels: 'down',
    menuLabel: () => t('actions.rows.down.plain'),
    keys: ['Alt+ArrowDown'],
    run: async ({ kind, id }) => (await rowHandlers[kind]()).step(id, 1),
  }),
];
