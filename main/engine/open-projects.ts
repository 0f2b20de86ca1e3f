/** The open projects of the engine. A large one is opened in short steps, between which everything else may happen. */
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import type { OpenProject } from './open-project.ts';

export class OpenProjects {
  readonly #openInSteps: (hash: string) => Generator<void, OpenProject>;
  readonly #opened = new Map<string, OpenProject>();
  readonly #openings = new Map<string, Generator<void, OpenProject>>();
  readonly #waits = new Map<string, Promise<void>>();

  /** `openInSteps` may throw. */
  constructor(openInSteps: (hash: string) => Generator<void, OpenProject>) {
    this.#openInSteps = openInSteps;
  }

  /** Opens the project, or completes its opening, in one turn. Throws what opening throws. */
  get(hash: string): OpenProject {
    for (;;) {
      const project = this.#continueOpening(hash);
      if (project) return project;
    }
  }

  /** Opens the project in short slices. Rejects with what opening throws. */
  open(hash: string): Promise<void> {
    if (this.#opened.has(hash)) return Promise.resolve();
    const wait = this.#waits.get(hash) ?? this.#openInSlices(hash).finally(() => this.#waits.delete(hash));
    this.#waits.set(hash, wait);
    return wait;
  }

  /** To be called when the project has been removed: another one may get its hash. */
  forget(hash: string): void {
    this.#opened.delete(hash);
    this.#openings.delete(hash);
  }

  async #openInSlices(hash: string): Promise<void> {
    const yielder = new CooperativeYielder();
    while (!this.#continueOpening(hash)) await yielder.yieldIfNeeded();
  }

  /** Returns the project if it is open after the next step. */
  #continueOpening(hash: string): OpenProject | undefined {
    const alreadyOpen = this.#opened.get(hash);
    if (alreadyOpen) return alreadyOpen;
    const steps = this.#openings.get(hash) ?? this.#openInSteps(hash);
    // An opening that throws has ended: the next one starts anew.
    this.#openings.delete(hash);
    const step = steps.next();
    if (step.done) this.#opened.set(hash, step.value);
    else this.#openings.set(hash, steps);
    return step.done ? step.value : undefined;
  }
}
