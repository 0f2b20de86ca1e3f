/**
 * When what is done: the poll of each workspace, and the steps of its projects, a few at once and the most urgent first. It holds no
 * knowledge of its own: what is due is looked up whenever something has happened or the clock rings.
 */

import { maxConcurrentFiles } from '../client/files/file-sync-deps.ts';
import { mostUrgent } from '../client/request-budget.ts';
import type { Timers } from '../client/timers.ts';
import type { Workspace } from '../client/workspace.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';

export interface SyncSchedulerDeps {
  readonly timers: Timers;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly workspaces: () => Iterable<Workspace>;
  readonly projectsOf: (workspace: Workspace) => Iterable<SyncedProject>;
  /** Milliseconds until which a project is paused; undefined where it is not. */
  readonly pausedUntil: (project: SyncedProject) => number | undefined;
  /** Things go by themselves; else only what is asked for. */
  readonly isAutomatic: boolean;
  /** After each step, and when nothing happens any more. */
  readonly projectStepped: (project: SyncedProject) => void;
  readonly log: (line: string) => void;
}

/** Steps of one workspace at once; what the user works with comes on top. */
const maxConcurrentSteps = 4;
/** Files of one workspace on their way at once; those of what the user works with come on top. */
const maxConcurrentTransfers = 2 * maxConcurrentFiles;
/** Milliseconds between polls: soon after something has happened, later and later when nothing does. */
const minPollInterval = 30_000;
const maxPollInterval = 300_000;
/** The list is asked before something is sent, unless it was just now. */
const listMaxAge = 10_000;
/** Until a stopped project is tried again, and a step that failed by a bug. */
const retryInterval = 300_000;
/** A clock that rings so much later than it should has slept. */
const sleepThreshold = 60_000;

export class SyncScheduler {
  readonly #deps: SyncSchedulerDeps;
  /** When something last happened, here or there. */
  readonly #busyAt = new Map<Workspace, number>();
  readonly #polling = new Set<Workspace>();
  readonly #working = new Set<Promise<void>>();
  #cancel: (() => void) | undefined;
  #isClosed = false;

  constructor(deps: SyncSchedulerDeps) {
    this.#deps = deps;
  }

  /** Looks what is due. */
  runDue = (): void => {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#isClosed) return;
    const now = this.#deps.now();
    let soonest = Number.POSITIVE_INFINITY;
    for (const workspace of this.#deps.workspaces()) {
      const projects = [...this.#deps.projectsOf(workspace)];
      soonest = Math.min(soonest, this.#poll(workspace, projects, now), this.#steps(workspace, projects, now));
    }
    if (soonest === Number.POSITIVE_INFINITY) return;
    const wait = Math.max(0, soonest - now);
    this.#cancel = this.#deps.timers.after(wait, () => {
      if (this.#deps.now() > soonest + sleepThreshold) this.wakeAll();
      else this.runDue();
    });
  };

  /** The computer has slept, the network is back, or the user looks: everything is looked at now. */
  wakeAll(): void {
    for (const workspace of this.#deps.workspaces()) this.wakeWorkspace(workspace);
    this.runDue();
  }

  wakeWorkspace(workspace: Workspace): void {
    this.#busyAt.set(workspace, this.#deps.now());
    for (const project of this.#deps.projectsOf(workspace)) {
      project.dueAt = 0;
      project.filesDueAt = 0;
      if (!project.row.made) continue;
      project.runner.retryNow();
      project.files.retryNow();
    }
  }

  /** It was edited: it is due at that time, when the list has been asked. Where no version is known, no answer would tell of others' writes. */
  projectEdited(project: SyncedProject, dueAt: number): void {
    const isKnown = project.row.made && project.runner.store.checkpoint?.version !== null;
    project.requiredListTime = Math.max(project.requiredListTime, this.#deps.now() - (isKnown ? listMaxAge : 0));
    project.workspace.retrySoon();
    this.expedite(project, dueAt);
  }

  /** It is due at that time, and its workspace is looked at more often. */
  expedite(project: SyncedProject, dueAt: number): void {
    this.#busyAt.set(project.workspace, this.#deps.now());
    project.dueAt = Math.min(project.dueAt, dueAt);
    project.filesDueAt = Math.min(project.filesDueAt, dueAt);
    // It may be more urgent now than when it was told to wait.
    if (project.row.made) project.runner.retryNow();
    this.runDue();
  }

  /** What is on its way comes to its end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await Promise.all(this.#working);
  }

  /** Answers when the next poll is due. */
  #poll(workspace: Workspace, projects: readonly SyncedProject[], now: number): number {
    if (this.#polling.has(workspace)) return Number.POSITIVE_INFINITY;
    const { connectionState, projectList } = workspace;
    const wanted = projects.filter(
      (project) => project.isRequested || (this.#deps.isAutomatic && this.#deps.pausedUntil(project) === undefined),
    );
    if (wanted.length === 0 || connectionState.is === 'needs a key') return Number.POSITIVE_INFINITY;
    const idle = now - (this.#busyAt.get(workspace) ?? now);
    const pace = Math.min(maxPollInterval, Math.max(minPollInterval, idle / 10));
    const isWaitedFor = wanted.some((project) => project.dueAt <= now && (projectList?.at ?? 0) < project.requiredListTime);
    const usual = projectList && !isWaitedFor ? projectList.at + pace : 0;
    const at = Math.max(connectionState.is === 'ready' ? usual : connectionState.until, workspace.requestQueue.closedUntil);
    if (!this.#deps.isAutomatic && ((projectList && !isWaitedFor) || connectionState.is !== 'ready')) return Number.POSITIVE_INFINITY;
    if (at > now) return at;
    this.#polling.add(workspace);
    this.#run(async () => {
      try {
        await workspace.list(now);
      } catch (error) {
        if (!(error instanceof RemoteUnavailableError)) throw error;
        for (const project of projects) if (project.isRequested) this.#settle(project);
      } finally {
        this.#polling.delete(workspace);
      }
    });
    return Number.POSITIVE_INFINITY;
  }

  /** Starts what is due and has a lane; answers when the next is due. */
  #steps(workspace: Workspace, projects: readonly SyncedProject[], now: number): number {
    let soonest = Number.POSITIVE_INFINITY;
    if (workspace.connectionState.is !== 'ready' || !workspace.projectList) return soonest;
    const ready: { project: SyncedProject; urgency: SyncedProject['urgency']; since: number }[] = [];
    for (const project of projects) {
      if (!(this.#deps.isAutomatic || project.isRequested)) continue;
      const paused = this.#deps.pausedUntil(project) ?? 0;
      const moving = projects.reduce((sum, { activeTransfers }) => sum + activeTransfers, 0);
      if (moving < maxConcurrentTransfers || project.urgency === 'user')
        soonest = Math.min(soonest, this.#moveFiles(project, Math.max(project.filesDueAt, paused), now));
      if (project.isStepping) continue;
      if (project.dueAt <= now && project.isIdle) this.#stay(project);
      const due = Math.max(project.dueAt, paused);
      if (due <= now && workspace.projectList.at < project.requiredListTime) continue;
      if (due > now) soonest = Math.min(soonest, due);
      else ready.push({ project, urgency: project.urgency, since: project.dueAt });
    }
    let free = maxConcurrentSteps - projects.filter(({ isStepping }) => isStepping).length;
    for (let next = mostUrgent(ready); next; next = mostUrgent(ready)) {
      const { project, urgency } = next;
      ready.splice(ready.indexOf(next), 1);
      if (free <= 0 && urgency !== 'user') continue;
      free--;
      this.#run(() => this.#step(project));
    }
    return soonest;
  }

  #stay(project: SyncedProject): void {
    project.skipStep();
    this.#isAtRest(project);
  }

  /** A few files at once, beside the steps. Answers when the next are due. */
  #moveFiles(project: SyncedProject, due: number, now: number): number {
    if (!project.row.made) return Number.POSITIVE_INFINITY;
    if (due > now) return due;
    // The first says whether there are more.
    const wanted = (project.hasMoreFiles ? maxConcurrentFiles : 1) - project.activeTransfers;
    project.filesDueAt = Number.POSITIVE_INFINITY;
    for (let at = 0; at < wanted; at++) this.#run(() => project.transferFile().finally(() => this.#isAtRest(project)));
    return Number.POSITIVE_INFINITY;
  }

  /** Who has asked for it is told when neither it nor its files have anything to do now. */
  #isAtRest(project: SyncedProject): void {
    const now = this.#deps.now();
    const isDue =
      project.isStepping || project.dueAt <= now || (project.row.made && (project.activeTransfers > 0 || project.filesDueAt <= now));
    if (!isDue) project.isRequested = false;
    this.#deps.projectStepped(project);
  }

  async #step(project: SyncedProject): Promise<void> {
    const began = this.#deps.now();
    // What happens meanwhile makes it due again.
    project.dueAt = Number.POSITIVE_INFINITY;
    try {
      const next = await project.step();
      if (next.is === 'busy') {
        if (next.action !== 'list') this.#busyAt.set(project.workspace, began);
        project.dueAt = 0;
      } else {
        project.dueAt = Math.min(project.dueAt, next.is === 'until' ? next.at : this.#deps.now() + retryInterval);
      }
    } catch (error) {
      if (project.isRemoved) return;
      this.#deps.log(`The mirror of ${project.row.hash} failed: ${error instanceof Error ? error.stack : String(error)}`);
      project.lastResult = {
        is: 'stopped',
        reason: 'Something went wrong inside Taleport; the log says more. It is tried again in some minutes.',
      };
      project.dueAt = this.#deps.now() + retryInterval;
      project.filesDueAt = project.dueAt;
    }
    this.#isAtRest(project);
  }

  #settle(project: SyncedProject): void {
    project.isRequested = false;
    this.#deps.projectStepped(project);
  }

  /** A turn of the event loop lies between two steps, so that nobody else has to wait. */
  #run(work: () => Promise<void>): void {
    const running: Promise<void> = work()
      .catch((error: unknown) => this.#deps.log(`The mirror failed: ${error instanceof Error ? error.stack : String(error)}`))
      .finally(() => {
        this.#working.delete(running);
        if (!this.#isClosed) this.#deps.timers.after(0, this.runDue);
      });
    this.#working.add(running);
  }
}
