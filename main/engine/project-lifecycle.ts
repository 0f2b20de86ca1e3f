/** Creates and removes projects. Both take many short steps, between which other work may run. */

import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { CreatedProject } from '../../shared/contracts/ipc/results.ts';
import type { KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../shared/model/kinds/project.ts';
import { conflictProblem } from '../../shared/problem.ts';
import { yieldToEventLoop } from '../platform/cooperative-yielder.ts';
import { damageRemovalWrites } from './damage/damage-reports.ts';
import { draftNewProjectInSteps } from './decide/draft-new-project.ts';
import type { ProjectCatalog } from './project-catalog.ts';
import type { ProjectStore } from './storage/project-store.ts';

interface ProjectLifecycleDeps {
  readonly store: ProjectStore;
  readonly catalog: ProjectCatalog;
  readonly environment: Environment;
  readonly emit: (event: BackendEvent) => void;
}

export class ProjectLifecycle {
  readonly #deps: ProjectLifecycleDeps;
  #isClosed = false;

  constructor(deps: ProjectLifecycleDeps) {
    this.#deps = deps;
  }

  /** Must be run to its end; the project exists after the last step. */
  *createInSteps(
    records: readonly AnyRecord[],
    extraRows: (hash: string) => readonly KeyValueWrites[] = () => [],
    requestedHash?: string,
  ): Generator<void, CreatedProject> {
    const { store, catalog, environment, emit } = this.#deps;
    const draft = yield* draftNewProjectInSteps(records);
    const { name } = draft.getOrThrow('project', projectRecordId);
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
    emit({ event: 'projects.changed' });
    return { hash: row.hash, projectId: row.id, name };
  }

  /** Removes the project at once and frees its space in the background. Throws a 404. The caller emits the event once nothing else refers to the project. */
  remove(hash: string, extraRows: readonly KeyValueWrites[]): void {
    const { store, catalog } = this.#deps;
    const steps = store.removeProject(catalog.get(hash).id, [...extraRows, ...damageRemovalWrites(store, hash)]);
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
