/** The rows of the trees: what an action is done to that is for a row. Without being told, it is the row that had the keyboard last. */
import { createStore } from 'zustand/vanilla';
import { openProject } from '../state/open-project.ts';
import { nameOf } from '../state/use-words.ts';

const kinds = ['board', 'component', 'asset'] as const;

/** A record of one of the trees; folders are among them. */
export interface Row {
  readonly kind: (typeof kinds)[number];
  readonly id: string;
}

export const rowInFocus = createStore<{ readonly row: Row | null }>(() => ({ row: null }));

/** The row that is meant, as long as it is in the story. */
export function meantRow(on?: Row): Row | null {
  const row = on ?? rowInFocus.getState().row;
  return row && openProject.getState().project.find(row.kind, row.id) ? row : null;
}

export const isFolder = ({ kind, id }: Row): boolean => openProject.getState().project.find(kind, id)?.type === 'folder';
export const nameOfRow = ({ id }: Row): string => nameOf(openProject.getState().project, id);

/** The row that this element is, or is a part of. */
export function rowAt(element: Element | null): Row | null {
  const row = element?.closest<HTMLElement>('[role=row]');
  for (const kind of kinds) {
    const id = row?.dataset[kind];
    if (id !== undefined) return { kind, id };
  }
  return null;
}

/** Who works elsewhere on the screen means no row any more; dialogs and menus lie on no pane. */
export function followRows(): () => void {
  const see = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const row = rowAt(target);
    if (row !== null || target.closest('[data-pane]')) rowInFocus.setState({ row });
  };
  document.addEventListener('focusin', see);
  return () => document.removeEventListener('focusin', see);
}
