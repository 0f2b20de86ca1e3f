/** Reads a project, and heals it if some of its records are damaged. */
import type { DamagedRecord } from '../../../shared/contracts/damage.ts';
import type { Environment } from '../../../shared/environment.ts';
import { message } from '../../../shared/messages/message.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import type { ProjectStore } from '../storage/project-store.ts';
import { type ProjectRow, toRecordRow } from '../storage/stored-rows.ts';
import { type DamageReport, damageReportWrites } from './damage-reports.ts';
import { type RecordCopies, repairProject } from './repair-project.ts';

interface LoadDeps {
  readonly store: ProjectStore;
  readonly copies: RecordCopies;
  readonly environment: Environment;
  /** Called after the project has been healed. */
  readonly onHealed: (report: DamageReport) => void;
}

interface ReadProject {
  readonly project: Project;
  readonly row: ProjectRow;
}

/**
 * Reads the project in short steps; a damaged project is read in a single one. Throws a Problem `store` if the structure of the file is
 * damaged, or if the project cannot exist without a lost record.
 */
export function* loadProjectInSteps(row: ProjectRow, deps: LoadDeps): Generator<void, ReadProject> {
  const project = yield* readIntactProject(row, deps.store);
  return project ? { project, row } : loadDamagedProject(row, deps);
}

function* readIntactProject(row: ProjectRow, store: ProjectStore): Generator<void, Project | undefined> {
  const project = new Project();
  for (let after: string | undefined = ''; after !== undefined; yield) {
    const records: readonly AnyRecord[] | undefined = yield* store.readRecordsAfterInSteps(row.id, after);
    if (!records) return undefined;
    project.load(records);
    after = records.at(-1)?.id;
  }
  if (project.size !== row.records) return undefined;
  yield* project.sortListsInSteps();
  return project;
}

function loadDamagedProject(row: ProjectRow, { store, copies, environment, onHealed }: LoadDeps): ReadProject {
  const { hash } = row;
  const { intact, damaged } = store.scanRecords(row.id);
  const project = new Project(intact);
  const unreadable = row.records - project.size - damaged.length;
  const isComplete = unreadable <= 0;
  const lost = isComplete ? [] : copies.listIds(hash).filter((id) => !project.has(id) && !store.wasRemoved(row.id, id));
  const healed = healOrThrow({ hash, project, damaged, missing: lost }, store, copies);
  const at = environment.now();
  const damagedIds = new Set(damaged.map(({ id }) => id));
  const named = healed.records.filter(({ id }) => !damagedIds.has(id)).length;
  const records = [...healed.records, ...unknownRecords(unreadable - named)];
  const report: DamageReport = {
    ...healed,
    records,
    id: `${hash}/${at}`,
    hash,
    at,
    rows: damaged,
    isOpen: records.some(({ outcome }) => outcome !== 'repaired') || healed.dependents.length > 0,
  };
  // Without any of these, only the stored number of records was wrong.
  const isReported = records.length > 0 || healed.dependents.length > 0;
  const newRow = { ...row, records: project.size };
  store.rebuildRecords(
    newRow,
    [...project.records()].map((record) => toRecordRow(row.id, record)),
    damaged,
    isReported ? [damageReportWrites(report)] : [],
  );
  if (isReported) onHealed(report);
  return { project, row: newRow };
}

/** Missing records that no backup can identify. */
const unknownRecords = (count: number): DamagedRecord[] =>
  Array.from({ length: Math.max(0, count) }, (_, at) => ({
    id: `unknown-${at}`,
    kind: null,
    title: '',
    board: '',
    outcome: 'leftOut',
    backup: null,
  }));

function healOrThrow(damagedProject: Parameters<typeof repairProject>[0], store: ProjectStore, copies: RecordCopies) {
  try {
    return repairProject(damagedProject, copies);
  } catch (error) {
    throw new Problem(
      'store',
      message('problem.store.damaged', { file: store.file ?? ':memory:', found: `project ${damagedProject.hash}` }),
      {
        cause: error,
      },
    );
  }
}
