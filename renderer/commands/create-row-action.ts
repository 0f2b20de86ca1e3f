/** Actions for a tree row: the one whose menu or shortcut runs them, or the one that last had the focus. */
import type { MessageKey } from '../../shared/messages/message.ts';
import { t } from '../messages/translate.ts';
import { isTemplateAsset } from '../records/assets/asset-details.ts';
import { openProjectStore } from '../state/open-project.ts';
import type { Action, ActionTarget } from './action.ts';
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
