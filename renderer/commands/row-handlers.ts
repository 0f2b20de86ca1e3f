/** What row actions do with a record of each kind. Filled by app/register.ts and loaded together with the tree. */
import type { TreeRow } from './focused-row.ts';

export interface RowHandlers {
  readonly rename: (id: string) => void;
  readonly move: (id: string) => void;
  readonly remove: (id: string) => void;
  /** One place up or down among its siblings. */
  readonly moveBy: (id: string, step: 1 | -1) => void;
}

const loaders = new Map<TreeRow['kind'], () => Promise<RowHandlers>>();

export const registerRowHandlers = (kind: TreeRow['kind'], load: () => Promise<RowHandlers>): void => void loaders.set(kind, load);

export async function loadRowHandlers(kind: TreeRow['kind']): Promise<RowHandlers> {
  const load = loaders.get(kind);
  if (!load) throw new Error(`Rows of the kind ${kind} have no handlers`);
  return load();
}
