/**
 * Actions for a row of a tree: a board, a component, an asset, or a folder. They apply to the row whose menu or shortcut runs them, or to the one that last
 * had the focus. Their shortcuts work only while a row has the focus.
 */
import { ChevronDown, ChevronUp, FolderInput, PenLine, Trash2 } from 'lucide-react';
import type { MessageKey } from '../../shared/messages/message.ts';
import { t } from '../messages/translate.ts';
import { isTemplateAsset } from '../records/assets/asset-details.ts';
import { openProjectStore } from '../state/open-project.ts';
import type { Action, ActionTarget, MenuPlacement } from './action.ts';
import { runRowHandler } from './feature.ts';
import { resolveRow, rowName, type TreeRow } from './focused-row.ts';

export const assetForRow = ({ kind, id }: ActionTarget) =>
  kind === 'asset' ? openProjectStore.getState().project.find('asset', id) : undefined;

/** Template assets and the roots of the trees cannot be changed. */
export function isEditableRow(row: TreeRow): boolean {
  const asset = assetForRow(row);
  return asset === undefined || (asset.parentId !== null && !isTemplateAsset(asset));
}

type RowMessages = Extract<MessageKey, `actions.rows.${string}.of`> extends `actions.rows.${infer N}.of` ? N : never;

interface RowActionOptions<N extends string>
  extends Omit<Action, 'name' | 'group' | 'context' | 'label' | 'genericLabel' | 'isEnabled' | 'run'> {
  readonly name: N;
  /** The prefix of its messages: `actions.rows.<labels>.plain` is the label without a row, `….of` names the row. */
  readonly labels: RowMessages;
  /** The label in the menu of a row. */
  readonly menuLabel: (row: TreeRow) => string;
  readonly isApplicable?: (row: TreeRow) => boolean;
  readonly run: (row: TreeRow) => void;
}

export function createRowAction<const N extends string>(options: RowActionOptions<N>): Action & { readonly name: N } {
  const { labels, menuLabel, isApplicable = isEditableRow, run, ...rest } = options;
  const applicableRow = (on?: ActionTarget): TreeRow | null => {
    const row = resolveRow(on);
    return row && isApplicable(row) ? row : null;
  };
  return {
    ...rest,
    group: 'Lists',
    context: 'row',
    genericLabel: `actions.rows.${labels}.plain`,
    label: (on) => {
      const row = applicableRow(on);
      if (row === null) return t(`actions.rows.${labels}.plain`);
      return on ? menuLabel(row) : t(`actions.rows.${labels}.of`, { name: rowName(row) });
    },
    isEnabled: (on) => applicableRow(on) !== null,
    run: (on) => {
      const row = applicableRow(on);
      if (row) run(row);
    },
  };
}

const rowMenus = (section: number, order: number, when?: MenuPlacement['when']): readonly MenuPlacement[] =>
  (['row.board', 'row.component', 'row.asset'] as const).map((menu) => ({ menu, section, order, ...(when ? { when } : {}) }));

/** What the rows of all trees have in common. The code that handles them belongs to the feature of the tree. */
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
