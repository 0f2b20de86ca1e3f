/** Which boards are exported, together with their items (G17). */

import { message } from '../../shared/messages/message.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';

export class BoardScope {
  readonly #project: Project;
  /** The chosen boards and the folders that contain them; null if all boards are exported. */
  readonly #chosen: ReadonlySet<string> | null;
  /** Equal for equal scopes. */
  readonly key: string;

  /** [Exports] without `boardIds`, all boards. A folder selects every board in it. An unknown board is a 400. */
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

  /** Whether the board of an element, note, jumper, branch, condition or connection is exported. */
  hasItem(itemId: string): boolean {
    if (this.#chosen === null) return true;
    const item = this.#project.get(itemId);
    if (item?.kind === 'condition') return this.hasItem(String(item.branchId));
    return this.#chosen.has(String(item?.boardId));
  }

  /** Whether a record is exported: with its board, or, like variables and components, in any case. */
  includes({ kind, id, boardId, branchId, elementId, cId, cType }: AnyRecord): boolean {
    if (this.#chosen === null) return true;
    switch (kind) {
      case 'project':
      case 'component':
      case 'asset':
      case 'variable':
        return true;
      case 'board':
        return this.has(id);
      case 'condition':
        return this.hasItem(String(branchId));
      case 'componentAttachment':
      case 'audioAttachment':
        return this.hasItem(String(elementId));
      case 'attribute':
        if (cType === 'components') return true;
        return cType === 'boards' ? this.has(String(cId)) : this.hasItem(String(cId));
      default:
        return this.has(String(boardId));
    }
  }
}

function boardsWithAncestors(project: Project, boardIds: readonly string[]): ReadonlySet<string> {
  const unknown = boardIds.findIndex((id) => !project.find('board', id));
  if (unknown !== -1) throw invalidFieldProblem(`boardIds.${unknown}`, message('fault.query.unknownBoard'));
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
