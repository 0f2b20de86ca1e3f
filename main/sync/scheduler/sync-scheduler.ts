/**
 * Decides when each workspace is polled, and when its projects take steps and transfer files: a few at once, the most urgent first. Only the
 * scheduler holds when something is due: a step returns it, and events make it due earlier. It determines what is due whenever something
 * has happened or a timer fires. Times are in milliseconds on the monotonic clock.
 */

import type { CrashGuard, GuardedWork } from '../../platform/crash-guard.ts';
import { describeError } from '../../platform/errors.ts';
import type { Timer } from '../../platform/timer.ts';
import { maxConcurrentFiles } from '../client/files/local-assets.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import { mostUrgent } from '../client/request-queue.ts';
import type { SyncState } from '../project/sync-state-machine.ts';
import { fileRetryInterval, type SyncedProject, stoppedRetryInterval } from '../project/synced-project.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';

interface SyncSchedulerDeps {
  readonly timer: Timer;
  readonly now: () => number;
  readonly workspaces: () => Iterable<RemoteWorkspace>;
  readonly projectsOf: (workspace: RemoteWorkspace) => Iterable<SyncedProject>;
  /** Until when a project is paused; undefined if it is not. */
  readonly pausedUntil: (project: SyncedProject) => number | undefined;
  /** Whether projects are synced on a schedule; otherwise they are only synced when a caller requests it. */
  readonly isAutomatic: boolean;
  /** Called after each step, and when a request has ended. */
  readonly onProjectStepped: (project: SyncedProject) => void;
  /** Steps, transfers and polls run in it, because they read what a remote has sent. */
  readonly crashGuard: CrashGuard;
  readonly log: (line: string) => void;
}

/** The maximum number of steps of one workspace at once; those of the project in use are additional. */
const maxConcurrentSteps = 4;
/** The maximum number of file transfers of one workspace at once; those of the project in use are additional. */
const maxConcurrentTransfers = 2 * maxConcurrentFiles;
/** Milliseconds between polls: the minimum after something has happened, growing to the maximum as long as nothing does. */
const minPollInterval = 30_000;
const maxPollInterval = 300_000;
/** Milliseconds; a timer that is late by more than this means that the computer was asleep. */
const sleepThreshold = 60_000;

/** A single refusal is not final: callers that wait get the result of the second attempt. */
const isRefusedOnce = (state: SyncState): boolean => state.type === 'waiting' && state.reason === 'offline' && state.isRefused === true;

const syncOf = (project: SyncedProject): GuardedWork => ({ kind: 'sync', id: project.row.hash });

const neverDue = Number.POSITIVE_INFINITY;

/** What is due for one project, and since when its caller has waited. */
interface ProjectSchedule {
  stepDueAt: number;
  /** When there may be a file to transfer. */
  filesDueAt: number;
  /** No step may run before the project list was requested at this time or later, because others may have written in the meantime. */
  requiredListTime: number;
  /** Whether a caller waits until there is nothing to do, so that the project runs even without automatic sync. */
  isRequested: boolean;
  /** Whether the next step ends a wait for the network or the limit: it may begin after the edit that made the step due. */
  endsWaits: boolean;
}

interface ReadyProject {
  readonly project: SyncedProject;
  readonly urgency: SyncedProject['urgency'];
  readonly since: number;
}

export class SyncScheduler {
  readonly #deps: SyncSchedulerDeps;
  /** When something last happened in a workspace, on either side. */
  readonly #busyAt = new Map<RemoteWorkspace, number>();
  readonly #schedules = new WeakMap<SyncedProject, ProjectSchedule>();
  readonly #polling = new Set<RemoteWorkspace>();
  readonly #running = new Set<Promise<void>>();
  #cancelTimer: (() => void) | undefined;
  #isClosed = false;

  constructor(deps: SyncSchedulerDeps) {
    this.#deps = deps;
  }

  /** Starts everything that is due, and sets the timer for what is due next. */
  runDue = (): void => {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#isClosed) return;
    const now = this.#deps.now();
    let soonest = neverDue;
    for (const workspace of this.#deps.workspaces()) {
      const projects = [...this.#deps.projectsOf(workspace)];
      soonest = Math.min(soonest, this.#pollIfDue(workspace, projects, now), this.#startSteps(workspace, projects, now));
    }
    if (soonest === neverDue) return;
    this.#cancelTimer = this.#deps.timer.after(Math.max(0, soonest - now), () => {
      if (this.#deps.now() > soonest + sleepThreshold) this.wakeAll();
      else this.runDue();
    });
  };

  /**
   * Makes everything due immediately: the computer has woken up, the network is available again, or the user has returned to the window.
   */
  wakeAll(): void {
    const now = this.#deps.now();
    for (const workspace of this.#deps.workspaces()) {
      this.wakeWorkspace(workspace);
      // (I4) What waits was not sent for a while. The workspace is polled now, unless it just was, and nothing is sent before.
      for (const project of this.#deps.projectsOf(workspace)) this.#requireList(project, now - minPollInterval);
    }
    this.runDue();
  }

  wakeWorkspace(workspace: RemoteWorkspace): void {
    this.#busyAt.set(workspace, this.#deps.now());
    for (const project of this.#deps.projectsOf(workspace)) this.wake(project);
  }

  /** Makes a step and files of a project due immediately, and ends its waits for the network and the limit. */
  wake(project: SyncedProject): void {
    this.onWorkFound(project, 'step');
    this.onWorkFound(project, 'files');
    project.endWaits();
    project.retryFiles();
  }

  /** Must be called when a pause begins or ends. (I4) After it the project list is requested first, because nobody has looked meanwhile. */
  onPauseChanged(project: SyncedProject): void {
    const until = this.#deps.pausedUntil(project) ?? this.#deps.now();
    if (until !== neverDue) this.#scheduleOf(project).requiredListTime = until;
  }

  /** Must be called after a local edit: makes a step due after this delay. An older project list is requested first. */
  onProjectEdited(project: SyncedProject, delay: number): void {
    this.#requireList(project, this.#deps.now() - project.maxListAge());
    project.workspace.retrySoon();
    this.expedite(project, delay);
  }

  /** Makes a step due after this delay at the latest, and polls the workspace more often. */
  expedite(project: SyncedProject, delay: number): void {
    const now = this.#deps.now();
    this.#busyAt.set(project.workspace, now);
    this.#makeDue(project, { step: now + delay, files: now + delay });
    // It may have become more urgent since the budget made it wait.
    project.endWaits();
    this.#scheduleOf(project).endsWaits = true;
    this.runDue();
  }

  /** Must be called if there is something to do that no step has found. */
  onWorkFound(project: SyncedProject, work: 'step' | 'files'): void {
    const schedule = this.#scheduleOf(project);
    if (work === 'step') schedule.stepDueAt = 0;
    else schedule.filesDueAt = 0;
  }

  /** Must be called when the project list was read. */
  onListed(workspace: RemoteWorkspace): void {
    for (const project of this.#deps.projectsOf(workspace)) this.onWorkFound(project, 'step');
  }

  /** Runs the project until there is nothing to do, even without automatic sync. */
  request(project: SyncedProject): void {
    this.#scheduleOf(project).isRequested = true;
  }

  endRequest(project: SyncedProject): void {
    this.#scheduleOf(project).isRequested = false;
  }

  isRequested(project: SyncedProject): boolean {
    return this.#scheduleOf(project).isRequested;
  }

  /** Whether the project list must be requested before the project takes a step. */
  isListAwaited(project: SyncedProject): boolean {
    return this.#scheduleOf(project).requiredListTime > (project.workspace.projectList?.at ?? 0);
  }

  /** Resolves when all running work has ended; nothing else is started. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer?.();
    await Promise.all(this.#running);
  }

  #scheduleOf(project: SyncedProject): ProjectSchedule {
    const known = this.#schedules.get(project);
    if (known) return known;
    const created = { stepDueAt: 0, filesDueAt: 0, requiredListTime: 0, isRequested: false, endsWaits: false };
    this.#schedules.set(project, created);
    return created;
  }

  #requireList(project: SyncedProject, time: number): void {
    const schedule = this.#scheduleOf(project);
    schedule.requiredListTime = Math.max(schedule.requiredListTime, time);
  }

  /** Makes them due at these times at the latest. */
  #makeDue(project: SyncedProject, { step = neverDue, files = neverDue }: { readonly step?: number; readonly files?: number }): void {
    const schedule = this.#scheduleOf(project);
    schedule.stepDueAt = Math.min(schedule.stepDueAt, step);
    schedule.filesDueAt = Math.min(schedule.filesDueAt, files);
  }

  #mayRun(project: SyncedProject): boolean {
    return this.#deps.isAutomatic || this.isRequested(project);
  }

  /** Returns when the next poll is due. */
  #pollIfDue(workspace: RemoteWorkspace, projects: readonly SyncedProject[], now: number): number {
    if (this.#polling.has(workspace)) return neverDue;
    const dueAt = this.#nextPollAt(workspace, projects, now);
    if (dueAt > now) return dueAt;
    this.#polling.add(workspace);
    this.#run(() => this.#poll(workspace, projects, now));
    return neverDue;
  }

  #nextPollAt(workspace: RemoteWorkspace, projects: readonly SyncedProject[], now: number): number {
    const { connectionState, projectList } = workspace;
    const isActive = (project: SyncedProject) =>
      this.isRequested(project) || (this.#deps.isAutomatic && this.#deps.pausedUntil(project) === undefined);
    const active = projects.filter(isActive);
    if (active.length === 0 || connectionState.type === 'needsKey') return neverDue;
    const isAwaited = active.some((project) => this.#scheduleOf(project).stepDueAt <= now && this.isListAwaited(project));
    const isListFresh = projectList !== undefined && !isAwaited;
    const isReady = connectionState.type === 'ready';
    if (!this.#deps.isAutomatic && (isListFresh || !isReady)) return neverDue;
    const idleTime = now - (this.#busyAt.get(workspace) ?? now);
    const isPollNeeded = active.some((project) => !project.isReadPlanned);
    const interval = isPollNeeded ? Math.min(maxPollInterval, Math.max(minPollInterval, idleTime / 10)) : maxPollInterval;
    const usual = isListFresh ? projectList.at + interval : 0;
    return Math.max(isReady ? usual : connectionState.until, workspace.requestQueue.blockedUntil);
  }

  async #poll(workspace: RemoteWorkspace, projects: readonly SyncedProject[], now: number): Promise<void> {
    try {
      await this.#deps.crashGuard.run({ kind: 'remote', id: workspace.row.name }, () => workspace.list(now));
    } catch (error) {
      if (!(error instanceof RemoteUnavailableError)) throw error;
      for (const project of projects) if (this.isRequested(project)) this.#endRequest(project);
    } finally {
      this.#polling.delete(workspace);
    }
  }

  /** Starts the steps and file transfers that are due, up to their maximum numbers. Returns when the next ones are due. */
  #startSteps(workspace: RemoteWorkspace, projects: readonly SyncedProject[], now: number): number {
    const { connectionState, projectList } = workspace;
    if (connectionState.type !== 'ready' || !projectList) return neverDue;
    let soonest = neverDue;
    const ready: ReadyProject[] = [];
    for (const project of projects) {
      if (!this.#mayRun(project)) continue;
      const schedule = this.#scheduleOf(project);
      const pausedUntil = this.#deps.pausedUntil(project) ?? 0;
      const transfers = projects.reduce((sum, { activeTransferCount }) => sum + activeTransferCount, 0);
      if (transfers < maxConcurrentTransfers || project.urgency === 'user')
        soonest = Math.min(soonest, this.#startTransfers(project, Math.max(schedule.filesDueAt, pausedUntil), now));
      if (project.isStepping) continue;
      if (schedule.stepDueAt <= now && project.isIdle) this.#skipStep(project);
      const dueAt = Math.max(schedule.stepDueAt, pausedUntil);
      if (dueAt <= now && this.isListAwaited(project)) continue;
      if (dueAt > now) soonest = Math.min(soonest, dueAt);
      else ready.push({ project, urgency: project.urgency, since: schedule.stepDueAt });
    }
    this.#startReady(ready, maxConcurrentSteps - projects.filter(({ isStepping }) => isStepping).length);
    return soonest;
  }

  #startReady(ready: ReadyProject[], freeLanes: number): void {
    let free = freeLanes;
    for (let next = mostUrgent(ready); next; next = mostUrgent(ready)) {
      const { project, urgency } = next;
      ready.splice(ready.indexOf(next), 1);
      if (free <= 0 && urgency !== 'user') continue;
      free--;
      this.#run(() => this.#step(project));
    }
  }

  #skipStep(project: SyncedProject): void {
    const schedule = this.#scheduleOf(project);
    schedule.stepDueAt = neverDue;
    schedule.filesDueAt = project.skipStep() ?? schedule.filesDueAt;
    this.#afterStep(project);
  }

  /** Returns when the next transfers are due. */
  #startTransfers(project: SyncedProject, dueAt: number, now: number): number {
    if (!project.row.isFetched) return neverDue;
    if (dueAt > now) return dueAt;
    // The first transfer shows whether there are more.
    const count = (project.hasMoreFiles ? maxConcurrentFiles : 1) - project.activeTransferCount;
    this.#scheduleOf(project).filesDueAt = neverDue;
    for (let at = 0; at < count; at++) this.#run(() => this.#transferFile(project));
    return neverDue;
  }

  async #transferFile(project: SyncedProject): Promise<void> {
    let dueAt = this.#deps.now() + fileRetryInterval;
    try {
      dueAt = await this.#deps.crashGuard.run(syncOf(project), () => project.transferFile());
    } finally {
      this.#makeDue(project, { files: dueAt });
      this.#afterStep(project);
    }
  }

  #areFilesDue(project: SyncedProject): boolean {
    return project.activeTransferCount > 0 || this.#scheduleOf(project).filesDueAt <= this.#deps.now();
  }

  /** A caller's request ends when neither the project nor its files have anything to do at the moment, or when the user pauses it. */
  #afterStep(project: SyncedProject): void {
    const hasFilesDue = project.row.isFetched && this.#areFilesDue(project);
    const isStepDue = this.#scheduleOf(project).stepDueAt <= this.#deps.now();
    const isPaused = this.#deps.pausedUntil(project) !== undefined;
    if (!project.isStepping && (isPaused || (!isStepDue && !hasFilesDue && !isRefusedOnce(project.state)))) this.endRequest(project);
    this.#deps.onProjectStepped(project);
  }

  async #step(project: SyncedProject): Promise<void> {
    const began = this.#deps.now();
    const schedule = this.#scheduleOf(project);
    // Events during the step make it due again.
    schedule.stepDueAt = neverDue;
    if (schedule.endsWaits) project.endWaits();
    schedule.endsWaits = false;
    try {
      const { result, dueAt } = await this.#deps.crashGuard.run(syncOf(project), () => project.step(() => !this.#areFilesDue(project)));
      this.#makeDue(project, { step: dueAt });
      if (result.type === 'progressed' && result.action !== 'readList') {
        schedule.filesDueAt = 0;
        this.#busyAt.set(project.workspace, began);
      }
    } catch (error) {
      schedule.stepDueAt = this.#deps.now() + stoppedRetryInterval;
      schedule.filesDueAt = schedule.stepDueAt;
      if (project.isRemoved) return;
      this.#deps.log(`Sync of ${project.row.hash} failed: ${describeError(error)}`);
    }
    this.#afterStep(project);
  }

  #endRequest(project: SyncedProject): void {
    this.endRequest(project);
    this.#deps.onProjectStepped(project);
  }

  /** Yields to the event loop between two steps, so that other work need not wait. */
  #run(work: () => Promise<void>): void {
    const running: Promise<void> = work()
      .catch((error: unknown) => this.#deps.log(`Sync failed: ${describeError(error)}`))
      .finally(() => {
        this.#running.delete(running);
        if (!this.#isClosed) this.#deps.timer.after(0, this.runDue);
      });
    this.#running.add(running);
  }
}
