/** What the service is made of, and what it knows of a request once that has been let in. */
import type { Caller } from '../../shared/people.ts';
import type { Project } from '../../shared/project.ts';
import type { Route } from '../../shared/routes/route.ts';
import type { World } from '../../shared/world.ts';
import type { Vault } from '../assets/vault.ts';
import type { Engine } from '../engine/engine.ts';
import type { People } from '../people/people.ts';
import type { Quotas } from './quotas.ts';

/** [G1] two requests (upload, then create), or one that does both. */
export type Flow = 'two-step' | 'single';

export interface ServiceDeps {
  readonly engine: Engine;
  readonly people: People;
  readonly quotas: Quotas;
  readonly vault: Vault;
  readonly world: World;
  /** Works on a story that stands still meanwhile. One at a time: copies of large ones side by side would fill the memory. */
  readonly still: <T>(hash: string, work: (project: Project) => Promise<T>) => Promise<T>;
  /** Removes a project with all that goes with it. Throws a 404. */
  readonly removeProject: (hash: string) => void;
  readonly log: (line: string) => void;
}

export interface Asked {
  readonly request: Request;
  readonly url: URL;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  /** '' where the path names no project. */
  readonly hash: string;
  readonly caller: Caller;
  readonly uploadFlow: Flow;
}
