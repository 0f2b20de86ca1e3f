/** The projects of a data folder, open or not: the row and the name of each, and how they are created and removed. */

import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { CreatedProject, ProjectSummary } from '../../shared/contracts/ipc/results.ts';
import type { KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import { type Environment, formatIsoTime } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { completeFields } from '../../shared/model/complete-fields.ts';
import { kindNoun } from '../../shared/model/kind-messages.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { Project } from '../../shared/model/project.ts';
import { conflictProblem, notFoundProblem } from '../../shared/problem.ts';
import { yieldToEventLoop } from '../platform/cooperative-yielder.ts';
import { damageRemovalWrites } from './damage/damage-reports.ts';
import { draftNewProjectInSteps } from './decide/draft-new-project.ts';
import { draftRemovalWrites } from './drafts.ts';
import type { ProjectStore } from './storage/project-store.ts';
import type { ProjectRow } from './storage/stored-rows.ts';

interface ProjectCatalogDeps {
  readonly store: Pick<ProjectStore, 'listProjects' | 'readProjectName'>;
  /** Used for a project whose stored name cannot be read: opening the project replaces its damaged record. */
  readonly readNameOfOpenProject: (hash: string) => string;
}

export class ProjectCatalog {
  readonly #deps: ProjectCatalogDeps;
  readonly #rows: Map<string, ProjectRow>;
  readonly #names = new Map<string, string>();

  constructor(deps: ProjectCatalogDeps) {
    this.#deps = deps;
    this.#rows = new Map(deps.store.listProjects().map((row) => [row.hash, row]));
  }

  has(hash: string): boolean {
    return this.#rows.has(hash);
  }

  /** Throws a 404. */
  get(hash: string): ProjectRow {
    const row = this.#rows.get(hash);
    if (!row) throw notFoundProblem(kindNoun('project'), hash);
    return row;
  }

  /** 0 if the project does not exist; no row has this id. */
  idOf(hash: string): number {
    return this.#rows.get(hash)?.id ?? 0;
  }

  put(row: ProjectRow): void {
    this.#rows.set(row.hash, row);
  }

  /** Returns whether the name has changed. */
  rename(hash: string, name: string): boolean {
    const isChanged = this.#names.get(hash) !== name;
    this.#names.set(hash, name);
    return isChanged;
  }

  remove(hash: string): void {
    for (const map of [this.#rows, this.#names]) map.delete(hash);
  }

  nameOf(hash: string): string {
    try {
      return this.#names.get(hash) ?? this.#deps.store.readProjectName(this.idOf(hash)) ?? this.#deps.readNameOfOpenProject(hash);
    } catch {
      // The other projects must still be listed. Opening this one reports the damage.
      return hash;
    }
  }

  /** [Projects] ordered by latest data update, newest first. */
  list(): ProjectSummary[] {
    return [...this.#rows.values()]
      .sort((one, two) => two.updated - one.updated || two.id - one.id)
      .map(({ hash, updated, created, status }) => ({
        hash,
        name: this.nameOf(hash),
        updatedAt: formatIsoTime(updated),
        createdAt: formatIsoTime(created),
        status,
      }));
  }

  /** A hash that no project in the catalog has. */
  createHash(environment: Environment): string {
    return createProjectHash(environment, this.#rows);
  }
}

/** [Project] a new public project identifier: ten letters and digits that no other project has. */
export function createProjectHash(environment: Environment, existing: ReadonlyMap<string, unknown>): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  for (;;) {
    const hash = Array.from({ length: 10 }, () => letters[Math.floor(environment.random() * letters.length)]).join('');
    if (!existing.has(hash)) return hash;
  }
}

function* projectInSteps(records: readonly AnyRecord[]): Generator<void, Project> {
  const project = new Project();
  for (const record of records) {
    project.load([completeFields(record)]);
    yield;
  }
  yield* project.sortListsInSteps();
  return project;
}

interface ProjectLifecycleDeps {
  readonly store: ProjectStore;
  readonly catalog: ProjectCatalog;
  readonly environment: Environment;
  readonly emit: (event: BackendEvent) => void;
}

export interface ProjectCreation {
  /** Returns rows for the transaction that makes the project visible. If it throws, nothing is created. */
  readonly extraRows?: ((hash: string) => readonly KeyValueWrites[]) | undefined;
  /** A hash that no project has; without it, a new one is generated. */
  readonly requestedHash?: string | undefined;
  /** Called in the last step with the project as it would be read from the disk. */
  readonly onCreated?: ((row: ProjectRow, project: Project) => void) | undefined;
}

/** Creates and removes projects. Both take many short steps, between which other work may run. */
export class ProjectLifecycle {
  readonly #deps: ProjectLifecycleDeps;
  #isClosed = false;

  constructor(deps: ProjectLifecycleDeps) {
    this.#deps = deps;
  }

  /** Must be run to its end, also after `throw`, which cancels it; the project exists after the last step. */
  *createInSteps(
    records: readonly AnyRecord[],
    { extraRows = () => [], requestedHash, onCreated }: ProjectCreation,
  ): Generator<void, CreatedProject> {
    const { store, catalog, environment, emit } = this.#deps;
    const draft = yield* draftNewProjectInSteps(records);
    const project = onCreated && (yield* projectInSteps(records));
    const { name } = draft.projectRecord;
    const row = yield* store.insertProject(records, () => {
      // Other projects may have been created since the first step.
      if (requestedHash !== undefined && catalog.has(requestedHash))
        throw conflictProblem('duplicate', message('problem.create.hashTaken', { hash: requestedHash }), { hash: requestedHash });
      const hash = requestedHash ?? catalog.createHash(environment);
      const now = environment.now();
      return {
        row: { hash, status: 'active', version: 1, updated: now, created: now, records: records.length },
        extraRows: extraRows(hash),
      };
    });
    catalog.put(row);
    catalog.rename(row.hash, name);
    if (project) onCreated(row, project);
    emit({ event: 'projects.changed' });
    return { hash: row.hash, projectId: row.id, name };
  }

  /** Removes the project at once and frees its space in the background. Throws a 404. The caller emits the event once nothing else refers to the project. */
  remove(hash: string, extraRows: readonly KeyValueWrites[]): void {
    const { store, catalog } = this.#deps;
    const steps = store.removeProject(catalog.get(hash).id, [
      ...extraRows,
      ...damageRemovalWrites(store, hash),
      draftRemovalWrites(store, hash),
    ]);
    if (!steps.next().done) void this.#runInBackground(steps);
    catalog.remove(hash);
  }

  /** Removes the remains of projects that an interrupted process has left, in the background. */
  removeIncomplete(): void {
    void this.#runInBackground(this.#deps.store.removeIncompleteProjects());
  }

  /** Stops the background work. The next start completes it. */
  close(): void {
    this.#isClosed = true;
  }

  /** Runs one step in each turn of the event loop. */
  async #runInBackground(steps: Iterator<void, void>): Promise<void> {
    do await yieldToEventLoop();
    while (!this.#isClosed && !steps.next().done);
  }
}
