/**
 * Actions for a tree row: a board, a component, an asset, or a folder. Their shortcuts work only while a row has the focus. Their handlers are
 * loaded with the tree.
 */
import { ChevronDown, ChevronUp, FolderInput, PenLine, Trash2 } from 'lucide-react';
import type { Action } from '../../commands/action.ts';
import { createRowAction } from '../../commands/create-row-action.ts';
import { runRowHandler } from '../../commands/row-handlers.ts';
import { t } from '../../messages/translate.ts';

const rowMenus = (section: number, order: number, when?: NonNullable<Action['menus']>[number]['when']): NonNullable<Action['menus']> =>
  (['row.board', 'row.component', 'row.asset'] as const).map((menu) => ({ menu, section, order, ...(when ? { when } : {}) }));

export const rowActions = [
  createRowAction({
    name: 'renameRow',
    labels: 'rename',
    menuLabel: () => t('actions.rows.entries.rename'),
    icon: PenLine,
    shortcuts: ['F2'],
    menus: rowMenus(2, 1),
    run: ({ kind, id }) => runRowHandler(kind, ({ rename }) => rename(id)),
  }),
  createRowAction({
    name: 'moveRow',
    labels: 'move',
    menuLabel: () => t('actions.rows.entries.move'),
    icon: FolderInput,
    menus: rowMenus(2, 2),
    run: ({ kind, id }) => runRowHandler(kind, ({ move }) => move(id)),
  }),
  createRowAction({
    name: 'removeRow',
    labels: 'remove',
    menuLabel: () => t('actions.rows.entries.remove'),
    icon: Trash2,
    shortcuts: ['Delete'],
    isDanger: true,
    menus: rowMenus(3, 1),
    run: ({ kind, id }) => runRowHandler(kind, ({ remove }) => remove(id)),
  }),
  createRowAction({
    name: 'rowUp',
    labels: 'up',
    menuLabel: () => t('actions.rows.up.plain'),
    icon: ChevronUp,
    shortcuts: ['Alt+ArrowUp'],
    run: ({ kind, id }) => runRowHandler(kind, ({ moveBy }) => moveBy(id, -1)),
  }),
  createRowAction({
    name: 'rowDown',
    labels: 'down',
    menuLabel: () => t('actions.rows.down.plain'),
    icon: ChevronDown,
    shortcuts: ['Alt+ArrowDown'],
    run: ({ kind, id }) => runRowHandler(kind, ({ moveBy }) => moveBy(id, 1)),
  }),
] as const;
