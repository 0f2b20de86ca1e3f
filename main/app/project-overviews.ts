/** The overviews of projects for the project list. Each is computed once per version of its project, in short steps. */
import type { ProjectOverview } from '../../shared/contracts/ipc/results.ts';
import type { Engine } from '../engine/engine.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';

interface ReadOverview {
  readonly version: number;
  readonly overview: Promise<ProjectOverview>;
}

export class ProjectOverviews {
  readonly #engine: Pick<Engine, 'readOverview' | 'getVersion'>;
  readonly #read = new Map<string, ReadOverview>();

  constructor(engine: Pick<Engine, 'readOverview' | 'getVersion'>) {
    this.#engine = engine;
  }

  /** Throws a 404. A change during the computation is contained in the next overview. */
  read(hash: string): Promise<ProjectOverview> {
    const { version } = this.#engine.getVersion(hash);
    const known = this.#read.get(hash);
    if (known?.version === version) return known.overview;
    const overview = new CooperativeYielder().runToEnd(this.#engine.readOverview(hash));
    this.#read.set(hash, { version, overview });
    overview.catch(() => this.#read.delete(hash));
    return overview;
  }
}
