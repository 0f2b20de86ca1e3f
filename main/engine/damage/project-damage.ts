/** Damage of projects: lists it, restores records from backups, and accepts the loss of the others. */
import type { Damage, DamagedRecord } from '../../../shared/contracts/damage.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { UndoResult } from '../../../shared/contracts/ipc/results.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import type { JournalEntry } from '../history/undo-history.ts';
import type { OpenProject } from '../open-project.ts';
import type { ProjectStore } from '../storage/project-store.ts';
import { parseRecordRow } from '../storage/stored-rows.ts';
import { type DamageReport, damageReportWrites, describeDamage, readDamageReports } from './damage-reports.ts';
import type { RecordCopies } from './repair-project.ts';

export interface ProjectDamage {
  /** Must be called when a project has been removed, because another one may get its hash. */
  forget(hash: string): void;
  /** Must be called when a project has been healed. */
  addReport(report: DamageReport): void;
  /** All damage that was ever found, of one project or of all, oldest first. */
  list(hash?: string): Damage[];
  /** Whether records are missing or may be wrong, and the user has not decided yet what to do. `ids`: by this damage only. */
  isOpen(hash: string, ids?: readonly string[]): boolean;
  /** Throws a Problem `notFound` if none of this damage, or of all of the project, is open: the user has decided about it elsewhere. */
  assertOpen(hash: string, ids?: readonly string[]): void;
  /**
   * Restores the lost records from the newest backups that contain them, as one undo step, in short steps between which nothing else may write to the project.
   * `skipped` names what could not be restored. The damage stays open while one of the records is missing. `ids`: of this damage only. Throws as `assertOpen`.
   */
  restoreInSteps(hash: string, damaged: OpenProject, ids?: readonly string[]): Generator<void, UndoResult>;
  /** Continues without the lost records, whose rows are retained. */
  accept(hash: string, ids?: readonly string[]): void;
}

/** Finding so many copies in a backup takes about 10 ms. */
const copiesAtOnce = 500;

interface ProjectDamageDeps {
  readonly store: ProjectStore;
  readonly copies: RecordCopies;
  readonly nameOf: (hash: string) => string;
  readonly emit: (event: BackendEvent) => void;
}

export function createProjectDamage({ store, copies, nameOf, emit }: ProjectDamageDeps): ProjectDamage {
  const openHashes = new Set(readDamageReports(store).flatMap(({ hash, isOpen }) => (isOpen ? [hash] : [])));
  const openReports = (hash: string, ids?: readonly string[]): DamageReport[] =>
    readDamageReports(store, hash).filter(({ id, isOpen }) => isOpen && (ids?.includes(id) ?? true));
  function findOpenReports(hash: string, ids?: readonly string[]): DamageReport[] {
    const reports = openReports(hash, ids);
    if (reports.length === 0) throw new Problem('notFound', message('damage.problem.decided', { name: nameOf(hash) }));
    return reports;
  }
  function close(hash: string, ids?: readonly string[]): void {
    store.writeRows(openReports(hash, ids).map((report) => damageReportWrites({ ...report, isOpen: false })));
    if (openReports(hash).length === 0) openHashes.delete(hash);
    emit({ event: 'damage.changed', hash });
  }

  /** Yields the entries of a step that removed the records, so that reverting it restores them. */
  function* entriesOf({ hash, records, rows, dependents }: DamageReport): Generator<JournalEntry> {
    const leftOut = records.flatMap(({ id, outcome }) => (outcome === 'leftOut' ? [id] : []));
    for (let at = 0; at < leftOut.length; at += copiesAtOnce)
      for (const { row } of copies.find(hash, new Set(leftOut.slice(at, at + copiesAtOnce)), rows).values()) {
        const record = parseRecordRow(row);
        if (record) yield { removed: record };
      }
    yield* dependents;
  }

  return {
    list: (hash) => readDamageReports(store, hash).map((report) => describeDamage(report, nameOf(report.hash))),
    addReport({ hash, isOpen }) {
      if (isOpen) openHashes.add(hash);
      emit({ event: 'damage.changed', hash });
    },
    forget: (hash) => void openHashes.delete(hash),
    isOpen: (hash, ids) => openHashes.has(hash) && (ids === undefined || openReports(hash, ids).length > 0),
    assertOpen: (hash, ids) => void findOpenReports(hash, ids),
    *restoreInSteps(hash, damaged, ids) {
      const reports = findOpenReports(hash, ids);
      const entries: JournalEntry[] = [];
      for (const report of reports)
        for (const entry of entriesOf(report)) {
          entries.push(entry);
          yield;
        }
      const result = yield* damaged.restoreEntriesInSteps(entries, message('undo.restoreDamaged'));
      const isMissing = ({ id, outcome }: DamagedRecord) => outcome === 'leftOut' && !damaged.project.has(id);
      // What was found meanwhile stays open.
      if (!reports.some(({ records }) => records.some(isMissing)))
        close(
          hash,
          reports.map(({ id }) => id),
        );
      return result;
    },
    accept: close,
  };
}

interface DamagedEngine {
  getProject(hash: string): Project;
  readonly damage: { isOpen(hash: string): boolean };
}

/**
 * Throws a Problem `busy` while records of a project are missing or may be wrong, so that the damage spreads neither to a workspace nor to
 * a game folder.
 */
export function assertUndamaged(engine: DamagedEngine, hash: string): void {
  // Opening the project detects its damage.
  const { name } = engine.getProject(hash).projectRecord;
  if (engine.damage.isOpen(hash)) throw new Problem('busy', message('damage.problem.open', { name }));
}
