/** Where a record is shown: on a board, or in the tree of components. */
import type { Project } from '../../shared/model/project.ts';

/** The component itself, or the one that has the attribute. */
export const componentIdOf = (project: Project, id: string): string | undefined =>
  project.find('component', project.find('attribute', id)?.cId ?? id)?.id;

/** The board of a record and what to select there: a condition is represented by its branch, an attachment or attribute by its owner. */
export function boardLocationOf(project: Project, id: string): { boardId: string; itemId: string | null } | undefined {
  const visited = new Set<string>();
  let at: string | null = id;
  while (at !== null && !visited.has(at)) {
    visited.add(at);
    const record = project.get(at);
    if (!record) return undefined;
    if (record.kind === 'board') return record.type === 'board' ? { boardId: at, itemId: null } : undefined;
    const { boardId } = record;
    if (typeof boardId === 'string') return { boardId, itemId: at };
    const holder: unknown = record.branchId ?? record.elementId ?? record.cId ?? null;
    at = typeof holder === 'string' ? holder : null;
  }
  return undefined;
}
