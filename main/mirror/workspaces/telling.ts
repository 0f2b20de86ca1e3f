/** Tells what has changed about mirrored projects: soon, together, and only what is not what was told before. */
import type { Mirrored } from './mirrored.ts';
import type { MirrorsDeps } from './mirrors-deps.ts';
import { type Around, questionsShown, reportsShown, statusShown } from './shown.ts';

/** Milliseconds. */
const pause = 250;

interface Told extends Around {
  readonly deps: MirrorsDeps;
  readonly projects: ReadonlyMap<string, Mirrored>;
  readonly isClosed: boolean;
}

export class Telling {
  readonly #mirrors: Told;
  readonly #told = new Map<string, { readonly status: string; readonly asked: string }>();
  readonly #waiting = new Set<string>();
  #isSoon = false;

  constructor(mirrors: Told) {
    this.#mirrors = mirrors;
  }

  changed({ row }: Mirrored): void {
    this.#waiting.add(row.hash);
    if (this.#isSoon) return;
    this.#isSoon = true;
    this.#mirrors.deps.timers.after(pause, () => this.now());
  }

  now(): void {
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

  #tell(project: Mirrored): void {
    const { tell } = this.#mirrors.deps;
    const { hash } = project.row;
    if (this.#isStill(project)) project.count();
    const status = statusShown(this.#mirrors, project);
    // Times go on by themselves.
    const { inStepAt: _, seconds: _seconds, ...telling } = status;
    const now = {
      status: JSON.stringify(telling),
      asked: JSON.stringify([questionsShown(this.#mirrors, project), reportsShown(this.#mirrors, project)]),
    };
    const before = this.#told.get(hash);
    this.#told.set(hash, now);
    if (before?.status !== now.status) tell({ event: 'mirror.changed', status });
    if (before && before.asked !== now.asked) tell({ event: 'questions.changed', hash });
  }

  /** Nothing is sent at the moment, so that nobody counts what there is to send. */
  #isStill(project: Mirrored): boolean {
    const { next, workspace } = project;
    const isShut = workspace.condition.is !== 'ready' || workspace.limitedUntil !== undefined;
    return isShut || this.#mirrors.pausedUntil(project) !== undefined || next === undefined || next.is === 'stopped';
  }
}
