/**
 * When what is done: the poll of each workspace, and the steps of its projects, a few at once and the most urgent first. It holds no
 * knowledge of its own: what is due is looked up whenever something has happened or the clock rings.
 */
import { nextOf } from '../loop/budget.ts';
import { Lost } from '../loop/loop-deps.ts';
import { filesAtOnce } from '../remote/files/files-deps.ts';
import type { Mirrored } from './mirrored.ts';
import type { Timers } from './timers.ts';
import type { Workspace } from './workspace.ts';

export interface ClockworkDeps {
  readonly timers: Timers;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly workspaces: () => Iterable<Workspace>;
  readonly projectsOf: (workspace: Workspace) => Iterable<Mirrored>;
  /** Milliseconds until which a project is paused; undefined where it is not. */
  readonly pausedUntil: (project: Mirrored) => number | undefined;
  /** Things go by themselves; else only what is asked for. */
  readonly isLive: boolean;
  /** After each step, and when nothing happens any more. */
  readonly stepped: (project: Mirrored) => void;
  readonly log: (line: string) => void;
}

/** Steps of one workspace at once; what the user works with comes on top. */
const lanes = 4;
/** Files of one workspace on their way at once; those of what the user works with come on top. */
const mostFiles = 2 * filesAtOnce;
/** Milliseconds between polls: soon after something has happened, later and later when nothing does. */
const shortest = 30_000;
const longest = 300_000;
/** The list is asked before something is sent, unless it was just now. */
const fresh = 10_000;
/** Until a stopped project is tried again, and a step that failed by a bug. */
const again = 300_000;
/** A clock that rings so much later than it should has slept. */
const slept = 60_000;

export class Clockwork {
  readonly #deps: ClockworkDeps;
  /** When something last happened, here or there. */
  readonly #busyAt = new Map<Workspace, number>();
  readonly #polling = new Set<Workspace>();
  readonly #working = new Set<Promise<void>>();
  #cancel: (() => void) | undefined;
  #isClosed = false;

  constructor(deps: ClockworkDeps) {
    this.#deps = deps;
  }

  /** Looks what is due. */
  turn = (): void => {
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
      if (this.#deps.now() > soonest + slept) this.wake();
      else this.turn();
    });
  };

  /** The computer has slept, the network is back, or the user looks: everything is looked at now. */
  wake(): void {
    for (const workspace of this.#deps.workspaces()) this.wakeWorkspace(workspace);
    this.turn();
  }

  wakeWorkspace(workspace: Workspace): void {
    this.#busyAt.set(workspace, this.#deps.now());
    for (const project of this.#deps.projectsOf(workspace)) {
      project.dueAt = 0;
      project.filesDueAt = 0;
      if (!project.row.made) continue;
      project.loop.wake();
      project.files.wake();
    }
  }

  /** It was edited: it is due at that time, when the list has been asked. Where no version is known, no answer would tell of others' writes. */
  edited(project: Mirrored, dueAt: number): void {
    const isKnown = project.row.made && project.loop.rows.standing?.version !== null;
    project.listAfter = Math.max(project.listAfter, this.#deps.now() - (isKnown ? fresh : 0));
    project.workspace.hasten();
    this.hurry(project, dueAt);
  }

  /** It is due at that time, and its workspace is looked at more often. */
  hurry(project: Mirrored, dueAt: number): void {
    this.#busyAt.set(project.workspace, this.#deps.now());
    project.dueAt = Math.min(project.dueAt, dueAt);
    project.filesDueAt = Math.min(project.filesDueAt, dueAt);
    // It may be more urgent now than when it was told to wait.
    if (project.row.made) project.loop.wake();
    this.turn();
  }

  /** What is on its way comes to its end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await Promise.all(this.#working);
  }

  /** Answers when the next poll is due. */
  #poll(workspace: Workspace, projects: readonly Mirrored[], now: number): number {
    if (this.#polling.has(workspace)) return Number.POSITIVE_INFINITY;
    const { condition, listing } = workspace;
    const wanted = projects.filter((project) => project.isAsked || (this.#deps.isLive && this.#deps.pausedUntil(project) === undefined));
    if (wanted.length === 0 || condition.is === 'needs a key') return Number.POSITIVE_INFINITY;
    const idle = now - (this.#busyAt.get(workspace) ?? now);
    const pace = Math.min(longest, Math.max(shortest, idle / 10));
    const isWaitedFor = wanted.some((project) => project.dueAt <= now && (listing?.at ?? 0) < project.listAfter);
    const usual = listing && !isWaitedFor ? listing.at + pace : 0;
    const at = Math.max(condition.is === 'ready' ? usual : condition.until, workspace.turns.closedUntil);
    if (!this.#deps.isLive && ((listing && !isWaitedFor) || condition.is !== 'ready')) return Number.POSITIVE_INFINITY;
    if (at > now) return at;
    this.#polling.add(workspace);
    this.#run(async () => {
      try {
        await workspace.list(now);
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
        for (const project of projects) if (project.isAsked) this.#settle(project);
      } finally {
        this.#polling.delete(workspace);
      }
    });
    return Number.POSITIVE_INFINITY;
  }

  /** Starts what is due and has a lane; answers when the next is due. */
  #steps(workspace: Workspace, projects: readonly Mirrored[], now: number): number {
    let soonest = Number.POSITIVE_INFINITY;
    if (workspace.condition.is !== 'ready' || !workspace.listing) return soonest;
    const ready: { project: Mirrored; urgency: Mirrored['urgency']; since: number }[] = [];
    for (const project of projects) {
      if (!(this.#deps.isLive || project.isAsked)) continue;
      const paused = this.#deps.pausedUntil(project) ?? 0;
      const moving = projects.reduce((sum, { filesMoving }) => sum + filesMoving, 0);
      if (moving < mostFiles || project.urgency === 'user')
        soonest = Math.min(soonest, this.#moveFiles(project, Math.max(project.filesDueAt, paused), now));
      if (project.isWorking) continue;
      if (project.dueAt <= now && project.isCalm) this.#stay(project);
      const due = Math.max(project.dueAt, paused);
      if (due <= now && workspace.listing.at < project.listAfter) continue;
      if (due > now) soonest = Math.min(soonest, due);
      else ready.push({ project, urgency: project.urgency, since: project.dueAt });
    }
    let free = lanes - projects.filter(({ isWorking }) => isWorking).length;
    for (let next = nextOf(ready); next; next = nextOf(ready)) {
      const { project, urgency } = next;
      ready.splice(ready.indexOf(next), 1);
      if (free <= 0 && urgency !== 'user') continue;
      free--;
      this.#run(() => this.#step(project));
    }
    return soonest;
  }

  #stay(project: Mirrored): void {
    project.stay();
    this.#isAtRest(project);
  }

  /** A few files at once, beside the steps. Answers when the next are due. */
  #moveFiles(project: Mirrored, due: number, now: number): number {
    if (!project.row.made) return Number.POSITIVE_INFINITY;
    if (due > now) return due;
    // The first says whether there are more.
    const wanted = (project.areFilesBusy ? filesAtOnce : 1) - project.filesMoving;
    project.filesDueAt = Number.POSITIVE_INFINITY;
    for (let at = 0; at < wanted; at++) this.#run(() => project.moveFile().finally(() => this.#isAtRest(project)));
    return Number.POSITIVE_INFINITY;
  }

  /** Who has asked for it is told when neither it nor its files have anything to do now. */
  #isAtRest(project: Mirrored): void {
    const now = this.#deps.now();
    const isDue = project.isWorking || project.dueAt <= now || (project.row.made && (project.filesMoving > 0 || project.filesDueAt <= now));
    if (!isDue) project.isAsked = false;
    this.#deps.stepped(project);
  }

  async #step(project: Mirrored): Promise<void> {
    const began = this.#deps.now();
    // What happens meanwhile makes it due again.
    project.dueAt = Number.POSITIVE_INFINITY;
    try {
      const next = await project.step();
      if (next.is === 'busy') {
        if (next.did !== 'list') this.#busyAt.set(project.workspace, began);
        project.dueAt = 0;
      } else {
        project.dueAt = Math.min(project.dueAt, next.is === 'until' ? next.at : this.#deps.now() + again);
      }
    } catch (error) {
      if (project.isOver) return;
      this.#deps.log(`The mirror of ${project.row.hash} failed: ${error instanceof Error ? error.stack : String(error)}`);
      project.next = { is: 'stopped', why: 'Something went wrong inside Taleport; the log says more. It is tried again in some minutes.' };
      project.dueAt = this.#deps.now() + again;
      project.filesDueAt = project.dueAt;
    }
    this.#isAtRest(project);
  }

  #settle(project: Mirrored): void {
    project.isAsked = false;
    this.#deps.stepped(project);
  }

  /** A turn of the event loop lies between two steps, so that nobody else has to wait. */
  #run(work: () => Promise<void>): void {
    const running: Promise<void> = work()
      .catch((error: unknown) => this.#deps.log(`The mirror failed: ${error instanceof Error ? error.stack : String(error)}`))
      .finally(() => {
        this.#working.delete(running);
        if (!this.#isClosed) this.#deps.timers.after(0, this.turn);
      });
    this.#working.add(running);
  }
}
