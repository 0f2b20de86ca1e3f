/** Tells what has changed about mirrored projects: soon, together, and only what is not what was told before. */

import { toOpenConflicts, toSyncReports, toSyncStatus, type ViewContext } from '../presenter/sync-views.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import type { SyncServiceDeps } from './sync-service-deps.ts';

/** Milliseconds. */
const updateDelay = 250;

interface PresenterSource extends ViewContext {
  readonly deps: SyncServiceDeps;
  readonly projects: ReadonlyMap<string, SyncedProject>;
  readonly isClosed: boolean;
}

export class SyncStatusPublisher {
  readonly #mirrors: PresenterSource;
  readonly #told = new Map<string, { readonly status: string; readonly asked: string }>();
  readonly #waiting = new Set<string>();
  #isSoon = false;

  constructor(mirrors: PresenterSource) {
    this.#mirrors = mirrors;
  }

  scheduleUpdate({ row }: SyncedProject): void {
    this.#waiting.add(row.hash);
    if (this.#isSoon) return;
    this.#isSoon = true;
    this.#mirrors.deps.timers.after(updateDelay, () => this.flush());
  }

  flush(): void {
    this.#isSoon = false;
    if (this.#mirrors.isClosed) return;
    for (const hash of this.#waiting) {
      const project = this.#mirrors.projects.get(hash);
      if (project) this.#tell(project);
    }
    this.#waiting.clear();
  }

  forget(hash: string): void {
    this.#told.delete(hash);
  }

  #tell(project: SyncedProject): void {
    const { emit } = this.#mirrors.deps;
    const { hash } = project.row;
    if (this.#isStill(project)) project.countPending();
    const status = toSyncStatus(this.#mirrors, project);
    // Times go on by themselves.
    const { inStepAt: _, seconds: _seconds, ...telling } = status;
    const now = {
      status: JSON.stringify(telling),
      asked: JSON.stringify([toOpenConflicts(this.#mirrors, project), toSyncReports(this.#mirrors, project)]),
    };
    const before = this.#told.get(hash);
    this.#told.set(hash, now);
    if (before?.status !== now.status) emit({ event: 'mirror.changed', status });
    if (before && before.asked !== now.asked) emit({ event: 'questions.changed', hash });
  }

  /** Nothing is sent at the moment, so that nobody counts what there is to send. */
  #isStill(project: SyncedProject): boolean {
    const { lastResult, workspace } = project;
    const isShut = workspace.connectionState.is !== 'ready' || workspace.limitedUntil !== undefined;
    return isShut || this.#mirrors.pausedUntil(project) !== undefined || lastResult === undefined || lastResult.is === 'stopped';
  }
}
