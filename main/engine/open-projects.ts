/** The open projects of the engine. A large one is opened in short steps, between which other work may run. */
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import type { OpenProject } from './open-project.ts';

export class OpenProjects {
  readonly #openInSteps: (hash: string) => Generator<void, OpenProject>;
  readonly #opened = new Map<string, OpenProject>();
  readonly #openings = new Map<string, Generator<void, OpenProject>>();
  readonly #waits = new Map<string, Promise<void>>();

  /** `openInSteps` opens the project with this hash; it may throw. */
  constructor(openInSteps: (hash: string) => Generator<void, OpenProject>) {
    this.#openInSteps = openInSteps;
  }

  /** Opens the project, or completes its opening, in a single turn of the event loop. Throws the errors of opening. */
  get(hash: string): OpenProject {
    for (;;) {
      const project = this.#continueOpening(hash);
      if (project) return project;
    }
  }

  /** Opens the project in short slices. Rejects with the errors of opening. */
  open(hash: string): Promise<void> {
    if (this.#opened.has(hash)) return Promise.resolve();
    const wait = this.#waits.get(hash) ?? this.#openInSlices(hash).finally(() => this.#waits.delete(hash));
    this.#waits.set(hash, wait);
    return wait;
  }

  /** Must be called when the project has been removed, because another one may get its hash. */
  forget(hash: string): void {
    this.#opened.delete(hash);
    this.#openings.delete(hash);
  }

  async #openInSlices(hash: string): Promise<void> {
    const yielder = new CooperativeYielder();
    while (!this.#continueOpening(hash)) await yielder.yieldIfNeeded();
  }

  /** Takes the next step of opening. Returns the project if it is open then. */
  #continueOpening(hash: string): OpenProject | undefined {
    const alreadyOpen = this.#opened.get(hash);
    if (alreadyOpen) return alreadyOpen;
    const steps = this.#openings.get(hash) ?? this.#openInSteps(hash);
    // An opening that has thrown has ended. The next one starts again.
    this.#openings.delete(hash);
    const step = steps.next();
    if (step.done) this.#opened.set(hash, step.value);
    else this.#openings.set(hash, steps);
    return step.done ? step.value : undefined;
  }
}
