/** The rows of the trees: what an action is done to that is for a row. Without being told, it is the row that had the keyboard last. */
import { createStore } from 'zustand/vanilla';
import { recordName } from '../records/names/record-names.ts';
import { openProjectStore } from '../state/open-project.ts';

const treeKinds = ['board', 'component', 'asset'] as const;

/** A record of one of the trees; folders are among them. */
export interface TreeRow {
  readonly kind: (typeof treeKinds)[number];
  readonly id: string;
}

export const focusedRowStore = createStore<{ readonly row: TreeRow | null }>(() => ({ row: null }));

/** The row that is meant, as long as it is in the story. */
export function resolveRow(on?: TreeRow): TreeRow | null {
  const row = on ?? focusedRowStore.getState().row;
  return row && openProjectStore.getState().project.find(row.kind, row.id) ? row : null;
}

export const isFolderRow = ({ kind, id }: TreeRow): boolean => openProjectStore.getState().project.find(kind, id)?.type === 'folder';
export const rowName = ({ id }: TreeRow): string => recordName(openProjectStore.getState().project, id);

/** The row that this element is, or is a part of. */
export function rowFromElement(element: Element | null): TreeRow | null {
  const row = element?.closest<HTMLElement>('[role=row]');
  for (const kind of treeKinds) {
    const id = row?.dataset[kind];
    if (id !== undefined) return { kind, id };
  }
  return null;
}

/** Who works elsewhere on the screen means no row any more; dialogs and menus lie on no pane. */
export function trackFocusedRow(): () => void {
  const see = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const row = rowFromElement(target);
    if (row !== null || target.closest('[data-pane]')) focusedRowStore.setState({ row });
  };
  document.addEventListener('focusin', see);
  return () => document.removeEventListener('focusin', see);
}
