/**
 * Stories that stand still while they are exported. Writing ten languages takes seconds, in which others change the story: so what is exported is a copy,
 * which shares the records (they never change) and has indexes of its own. It is brought up to date when nobody reads it. Two that want the same version
 * share one; who comes while an older one is being read gets another.
 */
import type { Change } from '../../shared/model/change-set.ts';
import { Project } from '../../shared/model/project.ts';
import type { Engine } from '../engine/engine.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';

export interface ExportSnapshot {
  readonly project: Project;
  readonly version: number;
  /** It is no longer read. */
  release(): void;
}

interface SnapshotCopy {
  readonly project: Project;
  version: number;
  /** Changes of the original that it has seen. */
  appliedCount: number;
  readers: number;
  readonly ready: Promise<unknown>;
}

/** Records taken in between two looks at the clock. */
const recordsPerTurn = 500;

export class ExportSnapshots {
  readonly #engine: Engine;
  readonly #copies = new WeakMap<Project, Set<SnapshotCopy>>();

  #last: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async acquire(hash: string): Promise<ExportSnapshot> {
    const original = this.#engine.getProject(hash);
    const { version } = this.#engine.getVersion(hash);
    const copies = this.#copies.get(original) ?? new Set();
    this.#copies.set(original, copies);
    const copy = this.#fitting(copies, original, version) ?? createCopy(original, version);
    copies.add(copy);
    copy.readers += 1;
    await copy.ready;
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
  runInSequence<T>(hash: string, work: (project: Project) => Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      const { project, release } = await this.acquire(hash);
      return work(project).finally(release);
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** One of this version, or one that can be brought to it. */
  #fitting(copies: ReadonlySet<SnapshotCopy>, original: Project, version: number): SnapshotCopy | undefined {
    for (const copy of copies) {
      if (copy.version === version) return copy;
      const changes = copy.readers === 0 ? original.recentChanges.since(copy.appliedCount) : undefined;
      if (!changes) continue;
      // One by one: together they would not be one change of the story.
      for (const change of changes) copy.project.apply([change]);
      copy.appliedCount = original.recentChanges.count;
      copy.version = version;
      return copy;
    }
    return undefined;
  }
}

function createCopy(original: Project, version: number): SnapshotCopy {
  const project = new Project();
  const records = [...original.records()];
  const fill = async (): Promise<void> => {
    const turns = new CooperativeYielder();
    for (let at = 0; at < records.length; at += recordsPerTurn) {
      project.apply(records.slice(at, at + recordsPerTurn).map((after): Change => ({ after })));
      await turns.yieldIfNeeded();
    }
  };
  return { project, version, appliedCount: original.recentChanges.count, readers: 0, ready: fill() };
}
