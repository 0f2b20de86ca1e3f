/** What row actions do with a record of each kind. Filled by app/register.ts and loaded together with the tree. */
import type { TreeRow } from './focused-row.ts';
import { type LazyCode, lazyCode } from './lazy-code.ts';

export interface RowHandlers {
  readonly rename: (id: string) => void;
  readonly move: (id: string) => void;
  readonly remove: (id: string) => void;
  /** One place up or down among its siblings. */
  readonly moveBy: (id: string, step: 1 | -1) => void;
}

const registered = new Map<TreeRow['kind'], LazyCode<RowHandlers>>();

export const registerRowHandlers = (kind: TreeRow['kind'], load: () => Promise<RowHandlers>): void =>
  void registered.set(kind, lazyCode(load));

export function runRowHandler(kind: TreeRow['kind'], run: (handlers: RowHandlers) => void): void {
  const handlers = registered.get(kind);
  if (!handlers) throw new Error(`Rows of the kind ${kind} have no handlers`);
  void handlers.run(run);
}
