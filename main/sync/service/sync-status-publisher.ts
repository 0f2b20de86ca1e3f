/** Emits the changes of synced projects: batched, after a short delay, and only if they differ from what was last emitted. */
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import type { Timer } from '../../platform/timer.ts';
import { reportIds } from '../presenter/sync-reports.ts';
import { toOpenConflicts, toSyncReports, toSyncStatus, type ViewContext } from '../presenter/sync-views.ts';
import type { SyncedProject } from '../project/synced-project.ts';

/** Milliseconds. */
const updateDelay = 250;

interface PublisherContext extends ViewContext {
  readonly deps: ViewContext['deps'] & { readonly timer: Timer; readonly emit: (event: BackendEvent) => void };
  readonly projects: ReadonlyMap<string, SyncedProject>;
  readonly isClosed: boolean;
}

export class SyncStatusPublisher {
  readonly #context: PublisherContext;
  /** The emitted status as JSON, by project. */
  readonly #published = new Map<string, { readonly status: string; readonly times: string; readonly details: string }>();
  readonly #changed = new Set<string>();
  #isScheduled = false;

  constructor(context: PublisherContext) {
    this.#context = context;
  }

  scheduleUpdate({ row }: SyncedProject): void {
    this.#changed.add(row.hash);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#context.deps.timer.after(updateDelay, () => this.flush());
  }

  flush(): void {
    this.#isScheduled = false;
    if (this.#context.isClosed) return;
    for (const hash of this.#changed) {
      const project = this.#context.projects.get(hash);
      if (project) this.publish(project);
    }
    this.#changed.clear();
  }

  forget(hash: string): void {
    this.#published.delete(hash);
  }

  /** Stores the time at which new reports of a project were found. */
  recordReports(project: SyncedProject): void {
    if (!project.row.isFetched) return;
    project.recordReports(reportIds(project), formatIsoTime(this.#context.deps.environment.now()));
  }

  /**
   * Emits the status of a project, and its conflicts, reports and held changes, if they differ from what was last emitted. Its times change
   * with each read of the remote, so a change of these alone is only emitted if a caller awaits the status.
   */
  publish(project: SyncedProject, { isAwaited = false } = {}): void {
    const { emit } = this.#context.deps;
    const { hash } = project.row;
    if (this.#isBlocked(project)) project.countPending();
    this.recordReports(project);
    const status = toSyncStatus(this.#context, project);
    const { lastSyncedAt, seconds, ...lasting } = status;
    const now = {
      status: JSON.stringify(lasting),
      times: JSON.stringify({ lastSyncedAt, seconds }),
      details: JSON.stringify([toOpenConflicts(this.#context, project), toSyncReports(this.#context, project), project.listHeldTexts()]),
    };
    const before = this.#published.get(hash);
    const isChanged = before?.status !== now.status || (isAwaited && before.times !== now.times);
    // The times that were last emitted remain stored: changes that nobody has awaited must still be emitted.
    this.#published.set(hash, isChanged ? now : { ...now, times: before.times });
    if (isChanged) emit({ event: 'sync.changed', status });
    if (before && before.details !== now.details) emit({ event: 'conflicts.changed', hash });
  }

  /** Whether no step can run at the moment and count the pending changes. */
  #isBlocked(project: SyncedProject): boolean {
    const { state, hasStepped, workspace } = project;
    if (workspace.connectionState.type !== 'ready' || workspace.limitedUntil !== undefined) return true;
    return this.#context.pausedUntil(project) !== undefined || !hasStepped || state.type === 'stopped';
  }
}
