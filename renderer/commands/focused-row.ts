/** The tree row that an action applies to: the one whose menu or shortcut runs it, or the one that last had the focus. */
import { createStore } from 'zustand/vanilla';
import type { KindName } from '../../shared/model/kinds/kinds.ts';
import { treeRecordName } from '../records/trees/record-tree.ts';
import { openProjectStore } from '../state/open-project.ts';

const treeKinds = ['board', 'component', 'asset'] as const;

/** A record in one of the trees, which may be a folder. */
export interface TreeRow {
  readonly kind: (typeof treeKinds)[number];
  readonly id: string;
}

export const focusedRowStore = createStore<{ readonly row: TreeRow | null }>(() => ({ row: null }));

/** The row that an action applies to; null if its record no longer exists. */
export function resolveRow(on?: { readonly kind: KindName; readonly id: string }): TreeRow | null {
  const { kind: requestedKind, id } = on ?? focusedRowStore.getState().row ?? {};
  const kind = treeKinds.find((each) => each === requestedKind);
  return kind !== undefined && id !== undefined && openProjectStore.getState().project.find(kind, id) ? { kind, id } : null;
}

/** False without a row, as for an action that is not called from one. */
export const isFolderRow = (row?: { readonly id: string }): boolean =>
  row !== undefined && openProjectStore.getState().project.get(row.id)?.type === 'folder';
export const rowName = ({ id }: TreeRow): string => treeRecordName(openProjectStore.getState().project, id) ?? '';

/** The row that contains this element. */
export function rowFromElement(element: Element | null): TreeRow | null {
  const row = element?.closest<HTMLElement>('[role=row]');
  for (const kind of treeKinds) {
    const id = row?.dataset[kind];
    if (id !== undefined) return { kind, id };
  }
  return null;
}

/** Focusing another pane clears the row. Dialogs and menus are in no pane, so they leave it unchanged. */
export function trackFocusedRow(): () => void {
  const track = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const row = rowFromElement(target);
    if (row !== null || target.closest('[data-pane]')) focusedRowStore.setState({ row });
  };
  document.addEventListener('focusin', track);
  return () => document.removeEventListener('focusin', track);
}
