/** The row of a tree that an action applies to: the one whose menu or shortcut runs it, else the one that last had the focus. */
import { createStore } from 'zustand/vanilla';
import type { KindName } from '../../shared/model/kinds/kinds.ts';
import { recordName } from '../records/names/record-names.ts';
import { openProjectStore } from '../state/open-project.ts';

const treeKinds = ['board', 'component', 'asset'] as const;

/** A record of one of the trees; folders are among them. */
export interface TreeRow {
  readonly kind: (typeof treeKinds)[number];
  readonly id: string;
}

export const focusedRowStore = createStore<{ readonly row: TreeRow | null }>(() => ({ row: null }));

/** The row that an action applies to, as long as its record exists. */
export function resolveRow(on?: { readonly kind: KindName; readonly id: string }): TreeRow | null {
  const { kind: wanted, id } = on ?? focusedRowStore.getState().row ?? {};
  const kind = treeKinds.find((each) => each === wanted);
  return kind !== undefined && id !== undefined && openProjectStore.getState().project.find(kind, id) ? { kind, id } : null;
}

export const isFolderRow = ({ id }: { readonly id: string }): boolean => openProjectStore.getState().project.get(id)?.type === 'folder';
export const rowName = ({ id }: TreeRow): string => recordName(openProjectStore.getState().project, id);

/** The row that contains this element. */
export function rowFromElement(element: Element | null): TreeRow | null {
  const row = element?.closest<HTMLElement>('[role=row]');
  for (const kind of treeKinds) {
    const id = row?.dataset[kind];
    if (id !== undefined) return { kind, id };
  }
  return null;
}

/** Focusing another pane ends it; dialogs and menus are in no pane and keep it. */
export function trackFocusedRow(): () => void {
  const track = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const row = rowFromElement(target);
    if (row !== null || target.closest('[data-pane]')) focusedRowStore.setState({ row });
  };
  document.addEventListener('focusin', track);
  return () => document.removeEventListener('focusin', track);
}
