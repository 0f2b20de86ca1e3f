/**
 * Decides when each workspace is polled, and when its projects take steps: a few at once, the most urgent first. The only time that it
 * stores is when a workspace was last busy; it determines what is due whenever something has happened or a timer fires.
 */

import { describeError } from '../../platform/errors.ts';
import type { Timer } from '../../platform/timer.ts';
import { maxConcurrentFiles } from '../client/files/local-assets.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import { mostUrgent } from '../client/request-queue.ts';
import { neverDue } from '../project/project-schedule.ts';
import type { SyncState } from '../project/sync-state.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';

interface SyncSchedulerDeps {
  readonly timer: Timer;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly workspaces: () => Iterable<RemoteWorkspace>;
  readonly projectsOf: (workspace: RemoteWorkspace) => Iterable<SyncedProject>;
  /** Milliseconds since 1970 until which a project is paused; undefined if it is not. */
  readonly pausedUntil: (project: SyncedProject) => number | undefined;
  /** Whether projects are synced on a schedule; otherwise they are only synced when a caller requests it. */
  readonly isAutomatic: boolean;
  /** Called after each step, and when a request has ended. */
  readonly onProjectStepped: (project: SyncedProject) => void;
  readonly log: (line: string) => void;
}

/** The maximum number of steps of one workspace at once; those of the project in use are additional. */
const maxConcurrentSteps = 4;
/** The maximum number of file transfers of one workspace at once; those of the project in use are additional. */
const maxConcurrentTransfers = 2 * maxConcurrentFiles;
/** Milliseconds between polls: the minimum after something has happened, growing to the maximum as long as nothing does. */
const minPollInterval = 30_000;
const maxPollInterval = 300_000;
/** Milliseconds; an older project list is requested again before anything is sent. */
const listMaxAge = 10_000;
/** Milliseconds; a timer that is late by more than this means that the computer was asleep. */
const sleepThreshold = 60_000;

/** A single refusal is not final: callers that wait get the result of the second attempt. */
const isRefusedOnce = (state: SyncState): boolean => state.type === 'waiting' && state.reason === 'offline' && state.isRefused === true;

interface ReadyProject {
  readonly project: SyncedProject;
  readonly urgency: SyncedProject['urgency'];
  readonly since: number;
}

export class SyncScheduler {
  readonly #deps: SyncSchedulerDeps;
  /** When something last happened in a workspace, on either side. */
  readonly #busyAt = new Map<RemoteWorkspace, number>();
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
    for (const workspace of this.#deps.workspaces()) this.wakeWorkspace(workspace);
    this.runDue();
  }

  wakeWorkspace(workspace: RemoteWorkspace): void {
    this.#busyAt.set(workspace, this.#deps.now());
    for (const project of this.#deps.projectsOf(workspace)) project.wake();
  }

  /**
   * Must be called after a local edit: makes a step due at this time. If no version is known, the project list is requested first, because
   * no response would show writes of others.
   */
  onProjectEdited(project: SyncedProject, dueAt: number): void {
    const isVersionKnown = project.row.isFetched && project.load().runner.store.checkpoint?.version !== null;
    project.schedule.requireListSince(this.#deps.now() - (isVersionKnown ? listMaxAge : 0));
    project.workspace.retrySoon();
    this.expedite(project, dueAt);
  }

  /** Makes a step due at this time, and polls the workspace more often. */
  expedite(project: SyncedProject, dueAt: number): void {
    this.#busyAt.set(project.workspace, this.#deps.now());
    project.expedite(dueAt);
    this.runDue();
  }

  /** Resolves when all running work has ended; nothing else is started. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer?.();
    await Promise.all(this.#running);
  }

  #mayRun(project: SyncedProject): boolean {
    return this.#deps.isAutomatic || project.schedule.isRequested;
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
      project.schedule.isRequested || (this.#deps.isAutomatic && this.#deps.pausedUntil(project) === undefined);
    const active = projects.filter(isActive);
    if (active.length === 0 || connectionState.type === 'needsKey') return neverDue;
    const isAwaited = active.some(
      (project) => project.schedule.stepDueAt <= now && (projectList?.at ?? 0) < project.schedule.requiredListTime,
    );
    const isListFresh = projectList !== undefined && !isAwaited;
    const isReady = connectionState.type === 'ready';
    if (!this.#deps.isAutomatic && (isListFresh || !isReady)) return neverDue;
    const idleTime = now - (this.#busyAt.get(workspace) ?? now);
    const interval = Math.min(maxPollInterval, Math.max(minPollInterval, idleTime / 10));
    const usual = isListFresh ? projectList.at + interval : 0;
    return Math.max(isReady ? usual : connectionState.until, workspace.requestQueue.blockedUntil);
  }

  async #poll(workspace: RemoteWorkspace, projects: readonly SyncedProject[], now: number): Promise<void> {
    try {
      await workspace.list(now);
    } catch (error) {
      if (!(error instanceof RemoteUnavailableError)) throw error;
      for (const project of projects) if (project.schedule.isRequested) this.#endRequest(project);
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
      const pausedUntil = this.#deps.pausedUntil(project) ?? 0;
      const transfers = projects.reduce((sum, { transfers: own }) => sum + own.activeCount, 0);
      if (transfers < maxConcurrentTransfers || project.urgency === 'user')
        soonest = Math.min(soonest, this.#startTransfers(project, Math.max(project.schedule.filesDueAt, pausedUntil), now));
      if (project.isStepping) continue;
      if (project.schedule.stepDueAt <= now && project.isIdle) this.#skipStep(project);
      const dueAt = Math.max(project.schedule.stepDueAt, pausedUntil);
      if (dueAt <= now && projectList.at < project.schedule.requiredListTime) continue;
      if (dueAt > now) soonest = Math.min(soonest, dueAt);
      else ready.push({ project, urgency: project.urgency, since: project.schedule.stepDueAt });
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
    project.skipStep();
    this.#afterStep(project);
  }

  /** Returns when the next transfers are due. */
  #startTransfers(project: SyncedProject, dueAt: number, now: number): number {
    if (!project.row.isFetched) return neverDue;
    if (dueAt > now) return dueAt;
    // The first transfer shows whether there are more.
    const count = (project.transfers.hasMore ? maxConcurrentFiles : 1) - project.transfers.activeCount;
    project.schedule.set({ files: neverDue });
    for (let at = 0; at < count; at++) this.#run(() => project.transferFile().finally(() => this.#afterStep(project)));
    return neverDue;
  }

  /** A caller's request ends when neither the project nor its files have anything to do at the moment. */
  #afterStep(project: SyncedProject): void {
    const now = this.#deps.now();
    const hasFilesDue = project.row.isFetched && (project.transfers.activeCount > 0 || project.schedule.filesDueAt <= now);
    if (!project.isStepping && project.schedule.stepDueAt > now && !hasFilesDue && !isRefusedOnce(project.state))
      project.schedule.endRequest();
    this.#deps.onProjectStepped(project);
  }

  async #step(project: SyncedProject): Promise<void> {
    const began = this.#deps.now();
    try {
      const result = await project.step();
      if (result.type === 'progressed' && result.action !== 'readList') this.#busyAt.set(project.workspace, began);
    } catch (error) {
      if (project.isRemoved) return;
      this.#deps.log(`Sync of ${project.row.hash} failed: ${describeError(error)}`);
    }
    this.#afterStep(project);
  }

  #endRequest(project: SyncedProject): void {
    project.schedule.endRequest();
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
