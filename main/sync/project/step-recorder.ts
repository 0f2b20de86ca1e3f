/**
 * Stores the results of a step of a synced project: counts, activity, and whether both sides are equal. A poll that finds nothing writes
 * nothing.
 */
import { formatIsoTime } from '../../../shared/environment.ts';
import type { PendingWrite } from '../protocol/pending-write.ts';
import { activityForRecoveredWrite } from './activity-events.ts';
import type { FileTransferRunner } from './file-transfer-runner.ts';
import type { LastSync } from './last-sync.ts';
import type { PlanSummary } from './plan-summary.ts';
import type { ProjectSchedule } from './project-schedule.ts';
import { outcomeOf } from './step-outcome.ts';
import type { SyncRunner } from './sync-runner.ts';
import type { SyncStepResult } from './sync-state.ts';
import type { SyncedProjectDeps } from './synced-project-deps.ts';

interface StepRecorderDeps {
  readonly hash: string;
  readonly deps: SyncedProjectDeps;
  readonly plan: PlanSummary;
  readonly lastSync: LastSync;
  readonly schedule: ProjectSchedule;
  readonly transfers: FileTransferRunner;
  /** Called when both sides are equal again after something was sent or received. `at` is in ISO 8601. */
  readonly onSynced: (at: string) => void;
}

/** The state before the step. */
interface BeforeStep {
  /** The local version. */
  readonly version: number;
  /** The write whose outcome was unknown, if there was one. */
  readonly pendingWrite: PendingWrite | undefined;
}

export class StepRecorder {
  readonly #deps: StepRecorderDeps;

  constructor(deps: StepRecorderDeps) {
    this.#deps = deps;
  }

  record(runner: SyncRunner, result: SyncStepResult, { version, pendingWrite }: BeforeStep): void {
    const { hash, deps, plan, lastSync, schedule } = this.#deps;
    const { activityLog, engine } = deps;
    if (pendingWrite && result.type === 'progressed')
      activityLog.append(hash, ...activityForRecoveredWrite(pendingWrite, result.action, engine.getProject(hash)));
    const outcome = outcomeOf(result);
    plan.update(runner, version, outcome);
    if (activityLog.pendingEntries(hash).length > 0) runner.store.write([]);
    if (result.type === 'progressed' && result.action !== 'readList') {
      lastSync.noteTransfer();
      schedule.set({ files: 0 });
    }
    if (outcome === 'synced') this.#recordSynced(runner, version);
  }

  #recordSynced(runner: SyncRunner, version: number): void {
    const { deps, lastSync, schedule, transfers, onSynced } = this.#deps;
    const now = deps.now();
    const at = formatIsoTime(now * 1000);
    const areFilesIdle = transfers.activeCount === 0 && schedule.filesDueAt > now;
    if (areFilesIdle && runner.rejectedWrites.length + runner.invalidRecords.size + runner.waitingCount === 0)
      lastSync.markIdle(version, runner.store.checkpoint?.updatedAt ?? '');
    if (lastSync.hasTransferred) onSynced(at);
    lastSync.noteEqual(at);
  }
}
