/**
 * Snapshots of stories for exports. Writing ten languages takes seconds, during which the story may change. So exports read a copy that
 * shares the records, which are immutable, and has its own indexes. A copy without readers is updated to the requested version, and readers
 * of the same version share a copy. A new copy is only created while another version is being read.
 */
import { Project } from '../../shared/model/project.ts';
import type { Engine } from '../engine/engine.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import { JobQueue } from '../platform/job-queue.ts';

export interface ExportSnapshot {
  readonly project: Project;
  readonly version: number;
  /** Must be called when the snapshot is no longer needed. Calling it again has no effect. */
  release(): void;
}

interface SnapshotCopy {
  readonly project: Project;
  version: number;
  /** The number of changes of the original that have been applied to the copy. */
  appliedCount: number;
  readers: number;
  readonly ready: Promise<unknown>;
}

/** Number of records that are copied between two checks of the elapsed time. */
const recordsPerTurn = 500;

export class ExportSnapshots {
  readonly #engine: Engine;
  readonly #copies = new WeakMap<Project, Set<SnapshotCopy>>();

  readonly #works = new JobQueue();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** For a snapshot that outlives the work in which it is read; everything else uses `use`. */
  async acquire(hash: string): Promise<ExportSnapshot> {
    await this.#engine.openProject(hash);
    const original = this.#engine.getProject(hash);
    const { version } = this.#engine.getVersion(hash);
    const copies = this.#copies.get(original) ?? new Set();
    this.#copies.set(original, copies);
    const copy = this.#findReusableCopy(copies, original, version) ?? createCopy(original, version);
    copies.add(copy);
    copy.readers += 1;
    await copy.ready;
    let isRead = true;
    const release = (): void => {
      if (isRead) copy.readers -= 1;
      isRead = false;
      // The copy that was read last is retained for the next export.
      for (const other of copies) if (copies.size > 1 && other.readers === 0 && other !== copy) copies.delete(other);
    };
    return { project: copy.project, version: copy.version, release };
  }

  /** Runs `work` on a snapshot of the story and its version. */
  async use<T>(hash: string, work: (project: Project, version: number) => Promise<T>): Promise<T> {
    const { project, version, release } = await this.acquire(hash);
    try {
      return await work(project, version);
    } finally {
      release();
    }
  }

  /** Runs each `work` on a snapshot, one at a time. For callers that can wait. `throwIfCancelled` is called when its turn has come. */
  runInSequence<T>(hash: string, work: (project: Project) => Promise<T>, throwIfCancelled: () => void = () => undefined): Promise<T> {
    return this.#works.run(() => {
      throwIfCancelled();
      return this.use(hash, work);
    });
  }

  /** Returns a copy of this version, or updates one without readers to it; undefined if there is neither. */
  #findReusableCopy(copies: ReadonlySet<SnapshotCopy>, original: Project, version: number): SnapshotCopy | undefined {
    for (const copy of copies) {
      if (copy.version === version) return copy;
      const changes = copy.readers === 0 ? original.recentChanges.since(copy.appliedCount) : undefined;
      if (!changes) continue;
      // Applied one by one, because several change sets together are not a valid change set.
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
    const yielder = new CooperativeYielder();
    for (let at = 0; at < records.length; at += recordsPerTurn) {
      project.load(records.slice(at, at + recordsPerTurn));
      await yielder.yieldIfNeeded();
    }
    await yielder.runToEnd(project.sortListsInSteps());
  };
  return { project, version, appliedCount: original.recentChanges.count, readers: 0, ready: fill() };
}
