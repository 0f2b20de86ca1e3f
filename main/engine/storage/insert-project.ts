/**
 * Stores a new project in several transactions, between which others read and write. The project is incomplete until the last one (ADR
 * 0276, 0283).
 */
import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { sortInSteps } from '../../../shared/sort-in-steps.ts';
import { charactersPerTransaction, type IncompleteProjects, type IncompleteProjectsDeps, updateProjectRow } from './incomplete-projects.ts';
import type { ProjectRow } from './project-rows.ts';
import { type RecordRow, toRecordRow } from './record-rows.ts';

/** What is written to complete a project whose records have been stored. */
interface ProjectPublication {
  readonly row: Omit<ProjectRow, 'id'>;
  readonly extraRows: readonly KeyValueWrites[];
}

/**
 * Bytes of the disk that a large project must leave free, because the log and its copy to the file need some, even to remove a project that
 * does not fit.
 */
const reservedSpace = 16 * 1024 * 1024;

interface ProjectInsertionDeps extends IncompleteProjectsDeps {
  readonly putRecord: (project: number, row: RecordRow) => void;
}

export function createProjectInsertion(
  { sql, inTransaction, putRecord, writeRows, assertFreeSpace }: ProjectInsertionDeps,
  incomplete: IncompleteProjects,
) {
  /** Writes records, beginning at index `at`. The transaction that writes the last ones also publishes the project. */
  const writeNext = inTransaction(
    (created: number | undefined, records: readonly AnyRecord[], at: number, publish: () => ProjectPublication) => {
      const id = created ?? incomplete.create();
      let next = at;
      let characters = 0;
      for (let record = records[next]; record && characters < charactersPerTransaction; record = records[++next]) {
        const row = toRecordRow(id, record);
        putRecord(id, row);
        characters += row.json.length;
      }
      if (next < records.length) return { id, at: next };
      const { row, extraRows } = publish();
      const published = { ...row, id };
      updateProjectRow(sql, published);
      writeRows(extraRows);
      return { id, at: next, published };
    },
  );

  /**
   * Runs in short steps and must be run to its end, also after `throw`, which cancels it. `publish` is called in the last step; if it
   * throws, nothing is stored. Throws a Problem `store`, and stores nothing, if the disk prevents it or another process has opened the
   * database.
   */
  return function* insertProject(records: readonly AnyRecord[], publish: () => ProjectPublication): Generator<void, ProjectRow> {
    yield* incomplete.discardRemaining();
    const ordered = yield* inOrderOfTable(records);
    let id: number | undefined;
    try {
      for (let at = 0; ; yield) {
        if (id !== undefined) assertFreeSpace(reservedSpace);
        const step = writeNext(id, ordered, at, publish);
        if (step.published) return step.published;
        ({ id, at } = step);
      }
    } catch (error) {
      if (id !== undefined) yield* incomplete.discard(id);
      throw error;
    }
  };
}

/**
 * Sorts the records by id, because rows that are adjacent in the table are written several times faster. The record of the project itself
 * is last: without it, the other rows are no project, even if the row of the project is damaged.
 */
function* inOrderOfTable(records: readonly AnyRecord[]): Generator<void, readonly AnyRecord[]> {
  const isProject = ({ id }: AnyRecord) => id === projectRecordId;
  const others = records.filter((record) => !isProject(record));
  return [...(yield* sortInSteps(others, byId)), ...records.filter(isProject)];
}

const byId = (one: AnyRecord, two: AnyRecord): number => (one.id < two.id ? -1 : 1);
