/** Which boards are exported, and with them what stands on them (G17). */

import type { Project } from '../../shared/model/project.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';

export class BoardScope {
  readonly #project: Project;
  /** Boards and the folders on the way to them; null for all. */
  readonly #chosen: ReadonlySet<string> | null;
  /** The same for the same choice. */
  readonly key: string;

  /** [Exports] With no `boardIds` all boards. A folder stands for every board in it. A board the project does not have is a 400. */
  constructor(project: Project, boardIds: readonly string[] | undefined) {
    this.#project = project;
    this.key = boardIds?.toSorted().join() ?? '';
    this.#chosen = boardIds === undefined || boardIds.length === 0 ? null : boardsWithAncestors(project, boardIds);
  }

  get includesAll(): boolean {
    return this.#chosen === null;
  }

  has(boardId: string): boolean {
    return this.#chosen === null || this.#chosen.has(boardId);
  }

  /** Whether the board that an element, note, jumper, branch, condition or connection stands on is exported. */
  hasItem(itemId: string): boolean {
    if (this.#chosen === null) return true;
    const item = this.#project.get(itemId);
    if (item?.kind === 'condition') return this.hasItem(String(item.branchId));
    return this.#chosen.has(String(item?.boardId));
  }
}

function boardsWithAncestors(project: Project, boardIds: readonly string[]): ReadonlySet<string> {
  const errors = boardIds.flatMap((id, at) => (project.find('board', id) ? [] : [`boardIds.${at}`]));
  const [first] = errors;
  if (first !== undefined) throw invalidFieldProblem(first, 'the project has no such board');
  const chosen = new Set<string>();
  const addInside = (id: string): void => {
    chosen.add(id);
    for (const child of project.childIds(id, 'boards')) addInside(child);
  };
  for (const id of boardIds) {
    addInside(id);
    for (let at = project.find('board', id)?.parentId; at != null; at = project.find('board', at)?.parentId) chosen.add(at);
  }
  return chosen;
}
