/**
 * Stories that stand still while they are exported. Writing ten languages takes seconds, in which others change the story: so what is exported is a copy,
 * which shares the records (they never change) and has indexes of its own. It is brought up to date when nobody reads it. Two that want the same version
 * share one; who comes while an older one is being read gets another.
 */
import type { Change } from '../../shared/changes.ts';
import { Project } from '../../shared/project.ts';
import type { Engine } from '../engine/engine.ts';
import { Turns } from '../turns.ts';

export interface StillStory {
  readonly project: Project;
  readonly version: number;
  /** It is no longer read. */
  release(): void;
}

interface Copy {
  readonly project: Project;
  version: number;
  /** Changes of the original that it has seen. */
  seen: number;
  readers: number;
  readonly made: Promise<unknown>;
}

/** Records taken in between two looks at the clock. */
const slice = 500;

export class StillStories {
  readonly #engine: Engine;
  readonly #copies = new WeakMap<Project, Set<Copy>>();

  #last: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async take(hash: string): Promise<StillStory> {
    const original = this.#engine.project(hash);
    const { version } = this.#engine.versionOf(hash);
    const copies = this.#copies.get(original) ?? new Set();
    this.#copies.set(original, copies);
    const copy = this.#fitting(copies, original, version) ?? copyOf(original, version);
    copies.add(copy);
    copy.readers += 1;
    await copy.made;
    let isRead = true;
    const release = (): void => {
      if (isRead) copy.readers -= 1;
      isRead = false;
      // One stays, for the next time.
      for (const other of copies) if (copies.size > 1 && other.readers === 0 && other !== copy) copies.delete(other);
    };
    return { project: copy.project, version: copy.version, release };
  }

  /** For those who can wait: works on a story, one after the other. */
  inTurn<T>(hash: string, work: (project: Project) => Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      const { project, release } = await this.take(hash);
      return work(project).finally(release);
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** One of this version, or one that can be brought to it. */
  #fitting(copies: ReadonlySet<Copy>, original: Project, version: number): Copy | undefined {
    for (const copy of copies) {
      if (copy.version === version) return copy;
      const changes = copy.readers === 0 ? original.recent.since(copy.seen) : undefined;
      if (!changes) continue;
      // One by one: together they would not be one change of the story.
      for (const change of changes) copy.project.apply([change]);
      copy.seen = original.recent.count;
      copy.version = version;
      return copy;
    }
    return undefined;
  }
}

function copyOf(original: Project, version: number): Copy {
  const project = new Project();
  const records = [...original.records()];
  const fill = async (): Promise<void> => {
    const turns = new Turns();
    for (let at = 0; at < records.length; at += slice) {
      project.apply(records.slice(at, at + slice).map((after): Change => ({ after })));
      await turns.next();
    }
  };
  return { project, version, seen: original.recent.count, readers: 0, made: fill() };
}
