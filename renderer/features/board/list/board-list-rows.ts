/** The rows of a board's list view: its items in reading order, each with its outgoing connections below it. */
import type { Project } from '../../../../shared/model/project.ts';
import { recordKey } from '../../../state/renamed-records.ts';

export interface BoardListRowData {
  /** The id of the record. Every record on a board has at most one row. */
  readonly id: string;
  readonly kind: 'item' | 'condition' | 'connection';
  readonly level: 1 | 2 | 3;
  /** Its position among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
  /** null if there is nothing below it. */
  readonly isExpanded: boolean | null;
}

/** `expanded`: the keys of the records whose rows are (renamed-records.ts). */
export function buildListRows(project: Project, order: readonly string[], expanded: ReadonlySet<string>): BoardListRowData[] {
  const rows: BoardListRowData[] = [];
  const add = (
    kind: BoardListRowData['kind'],
    ids: readonly string[],
    level: BoardListRowData['level'],
    below: (id: string) => void,
    has: (id: string) => boolean,
  ) => {
    for (const [at, id] of ids.entries()) {
      const isExpanded = has(id) ? expanded.has(recordKey(id)) : null;
      rows.push({ id, kind, level, position: at + 1, siblings: ids.length, isExpanded });
      if (isExpanded) below(id);
    }
  };
  const nothing = () => {};
  const connections = (source: string, level: 2 | 3) => add('connection', project.childIds(source, 'outputs'), level, nothing, () => false);
  const leads = (id: string) => project.listSize(id, 'outputs') > 0;
  add(
    'item',
    order,
    1,
    (id) => {
      if (project.find('branch', id))
        add('condition', project.childIds(id, 'conditions'), 2, (condition) => connections(condition, 3), leads);
      else connections(id, 2);
    },
    (id) => leads(id) || project.listSize(id, 'conditions') > 0,
  );
  return rows;
}

/** The rows that must be expanded for this row to be visible, the outermost first. */
export function ancestorRowIds(project: Project, id: string): string[] {
  const connection = project.find('connection', id);
  const condition = project.find('condition', connection?.sourceid ?? id);
  if (condition) return connection ? [condition.branchId, condition.id] : [condition.branchId];
  return connection ? [connection.sourceid] : [];
}

/** The id of the record whose row the element is (board-list-row.tsx). */
export const rowIdOf = (element: HTMLElement): string | undefined => element.dataset.row;

/** What is selected together with a row: a condition is edited with its branch. */
export const selectionIdFor = (project: Project, { id, kind }: Pick<BoardListRowData, 'id' | 'kind'>): string =>
  kind === 'condition' ? (project.find('condition', id)?.branchId ?? id) : id;
