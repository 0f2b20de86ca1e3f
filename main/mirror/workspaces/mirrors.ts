/** All mirrored projects and their workspaces as one: what there is, how each is, and the clockwork that keeps them going. */
import { notFound } from '../../../shared/problem.ts';
import { mirrorShelf } from '../loop/rows.ts';
import { Activity } from './activity.ts';
import { Clockwork } from './clockwork.ts';
import { Keys } from './keys.ts';
import { Mirrored } from './mirrored.ts';
import type { MirrorsDeps } from './mirrors-deps.ts';
import { type MirrorRow, mirrorsShelf, openRemoteRows, type RemoteRow, type RemoteRows, remotesShelf } from './remote-rows.ts';
import { Telling } from './telling.ts';
import { Workspace } from './workspace.ts';

/** Milliseconds: typing is let come to rest, and for how long a project counts as used. */
const rest = 700;
const used = 300_000;
/** For what is on its way when the program ends. */
const patience = 1500;

export class Mirrors {
  readonly deps: MirrorsDeps;
  readonly keys: Keys;
  readonly rows: RemoteRows;
  readonly activity: Activity;
  readonly clockwork: Clockwork;
  readonly telling = new Telling(this);
  readonly workspaces = new Map<string, Workspace>();
  readonly projects = new Map<string, Mirrored>();
  readonly now = (): number => Math.floor(this.deps.world.now() / 1000);
  #lastUsed: { hash: string; at: number } | undefined;
  isClosed = false;
  readonly #waiting = new Set<() => void>();
  readonly #silence: () => void;

  constructor(deps: MirrorsDeps) {
    this.deps = deps;
    const { engine, world } = deps;
    this.keys = new Keys({ store: deps.keys, env: deps.env, log: deps.log });
    this.rows = openRemoteRows(engine.shelf(remotesShelf), engine.shelf(mirrorsShelf));
    this.activity = new Activity(engine.shelf(mirrorShelf), () => world.now());
    this.clockwork = new Clockwork({
      timers: deps.timers,
      now: this.now,
      isLive: deps.isLive,
      log: deps.log,
      workspaces: () => this.workspaces.values(),
      projectsOf: (workspace) => this.projectsOf(workspace),
      pausedUntil: (project) => this.pausedUntil(project),
      stepped: (project) => this.stepped(project),
    });
    for (const row of this.rows.remotes()) this.#open(row);
    for (const row of this.rows.mirrors()) this.take(row);
    this.#silence = engine.onEvent((event) => {
      if (event.event !== 'project.changed') return;
      const project = this.projects.get(event.hash);
      if (!project || event.origin === 'remote') return;
      if (event.origin === 'user') this.#lastUsed = { hash: event.hash, at: this.now() };
      this.clockwork.edited(project, this.now() + rest);
      this.telling.changed(project);
    });
  }

  /** Keys are looked for; then it begins. */
  async begin(): Promise<void> {
    await Promise.all([...this.workspaces.values()].map((workspace) => workspace.unlock()));
    if (!this.isClosed) this.clockwork.turn();
  }

  /** The user works with it: its requests go first. */
  uses(hash: string): void {
    const isOther = this.#lastUsed?.hash !== hash;
    this.#lastUsed = { hash, at: this.now() };
    const project = this.projects.get(hash);
    if (!isOther || !project) return;
    this.clockwork.hurry(project, 0);
    // It may be waiting for its turn already, as one among many.
    project.workspace.turns.look();
  }

  workspace(name: string): Workspace {
    const workspace = this.workspaces.get(name);
    if (!workspace) throw notFound('remote', name);
    return workspace;
  }

  project(hash: string): Mirrored {
    const project = this.projects.get(hash);
    if (!project) throw notFound('mirrored project', hash);
    return project;
  }

  *projectsOf(workspace: Workspace): Generator<Mirrored> {
    for (const project of this.projects.values()) if (project.row.remote === workspace.row.name) yield project;
  }

  #open(row: RemoteRow): Workspace {
    const workspace: Workspace = new Workspace(row, {
      reach: this.deps.reach,
      keys: this.keys,
      shelf: this.deps.engine.shelf(remotesShelf),
      timers: this.deps.timers,
      now: this.now,
      urgencyOf: (there) => {
        const projects = [...this.projectsOf(workspace)];
        // The list is for all; one that the user waits for goes like the rest of what the user does.
        const isWaitedFor = (project: Mirrored) => project.urgency === 'user' && project.listAfter > (workspace.listing?.at ?? 0);
        const found = projects.find(({ row }) => row.there === there) ?? projects.find(isWaitedFor);
        return found?.urgency ?? 'poll';
      },
      hashOf: (there) => [...this.projectsOf(workspace)].find(({ row: { there: known } }) => known === there)?.row.hash,
      keep: (kept) => this.rows.keepRemote(kept),
      listed: () => {
        for (const project of this.projectsOf(workspace)) project.dueAt = 0;
      },
      changed: () => this.#conditionChanged(workspace),
    });
    this.workspaces.set(row.name, workspace);
    return workspace;
  }

  /** A remote that is new or has become another: what was known of the old one is let go. */
  async settleRemote(row: RemoteRow): Promise<Workspace> {
    const old = this.workspaces.get(row.name);
    this.rows.keepRemote(row);
    const workspace = this.#open(row);
    await old?.close();
    await workspace.unlock();
    this.clockwork.wakeWorkspace(workspace);
    this.clockwork.turn();
    this.deps.tell({ event: 'remotes.changed' });
    return workspace;
  }

  /** From now on it is mirrored. */
  take(row: MirrorRow): Mirrored {
    const project: Mirrored = new Mirrored(row, {
      engine: this.deps.engine,
      shelf: this.deps.engine.shelf(mirrorShelf),
      workspace: () => this.workspace(project.row.remote),
      activity: this.activity,
      now: this.now,
      settle: this.deps.settle,
      random: () => this.deps.world.random(),
      isUsed: () => this.#lastUsed?.hash === row.hash && this.now() - this.#lastUsed.at < used,
      keep: (kept) => this.rows.keepMirror(kept),
      changed: () => this.telling.changed(project),
    });
    this.projects.set(row.hash, project);
    return project;
  }

  /** It is no longer mirrored: its rows go, now or beside what removes it. */
  drop(project: Mirrored) {
    const { hash } = project.row;
    this.projects.delete(hash);
    this.activity.forget(hash);
    this.telling.forget(hash);
    this.deps.tell({ event: 'mirror.removed', hash });
    this.#wait();
    return [project.removal(), { shelf: mirrorsShelf, remove: [hash] }];
  }

  /** Milliseconds; Infinity until told otherwise; undefined: it is not paused. */
  pausedUntil({ row }: Mirrored): number | undefined {
    const now = this.now();
    const all = [this.rows.pausedUntil(), row.pausedUntil].flatMap((until) =>
      until === undefined ? [] : [until ?? Number.POSITIVE_INFINITY],
    );
    const last = Math.max(0, ...all);
    return last > now ? last : undefined;
  }

  stepped(project: Mirrored): void {
    this.telling.changed(project);
    this.#wait();
  }

  #conditionChanged(workspace: Workspace): void {
    this.deps.tell({ event: 'remotes.changed' });
    if (workspace.condition.is === 'ready') this.clockwork.wakeWorkspace(workspace);
    for (const project of this.projectsOf(workspace)) this.telling.changed(project);
    this.deps.timers.after(0, this.clockwork.turn);
  }

  /** Resolves when something has been done, or nothing will be any more. */
  nextStep(): Promise<void> {
    return new Promise((go) => this.#waiting.add(go));
  }

  #wait(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const go of waiting) go();
  }

  /** What is on its way is awaited; what waits for its turn is not. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.#wait();
    this.#silence();
    const closing = this.clockwork.close();
    for (const workspace of this.workspaces.values()) workspace.rest();
    await Promise.race([closing, this.#ring(patience)]);
    // Whatever has not come back by now is cut: its row says that nobody knows.
    await Promise.all([...this.workspaces.values()].map((workspace) => workspace.close()));
    await Promise.race([closing, this.#ring(patience)]);
  }

  #ring = (milliseconds: number): Promise<void> => new Promise((go) => this.deps.timers.after(milliseconds, go));
}
