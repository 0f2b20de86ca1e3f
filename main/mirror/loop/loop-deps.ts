/** What the loop of one project works with: the project here, the remote there, the time; and what a step says is next. */
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import type { Shelf } from '../../../shared/shelf.ts';
import type { Sending } from '../requests/sending.ts';
import type { FollowedFiles } from './followed-files.ts';
import type { MirroredProject } from './mirrored-project.ts';
import type { Came } from './outbox.ts';
import type { Rows } from './rows.ts';

/** A row of the project list, as far as it matters here. */
export interface ListedProject {
  readonly hash: string;
  readonly updatedAt: string;
}
export interface Listing {
  readonly at: number;
  readonly projects: readonly ListedProject[];
}

export interface Remote {
  /** The project list ([Projects]); of the projects asked about, what it shows. Throws a Lost when there is no answer. */
  list(): Promise<readonly ListedProject[]>;
  /** The whole project as it is. `base` fills in what no read tells. Throws a Lost. */
  read(there: string, base: Project): Promise<Iterable<AnyRecord>>;
  /** Never throws: what became of it. */
  send(sending: Sending): Promise<Came>;
}

/** What had no usable answer. `until`: nobody may ask before, by the remote's own word. `mayBeDone`: of a write, which may have been done all the same. */
export class Lost extends Error {
  readonly until: number | undefined;
  readonly status: number | undefined;
  readonly mayBeDone: boolean;

  constructor(why: string, { until, status, mayBeDone = false }: { until?: number; status?: number; mayBeDone?: boolean } = {}) {
    super(why);
    this.until = until;
    this.status = status;
    this.mayBeDone = mayBeDone;
  }

  /** Asking again changes nothing until somebody has mended something: the key, the address, the project. */
  get isFinal(): boolean {
    const { status = 0 } = this;
    return status === 401 || status === 403 || status === 404 || (status >= 300 && status < 400);
  }
}

export interface LoopDeps {
  readonly local: MirroredProject;
  readonly hash: string;
  readonly shelf: Shelf;
  readonly remote: Remote;
  /** Milliseconds. */
  readonly now: () => number;
  readonly settle: number;
  readonly pollEvery: number;
  /** When such a request may go, by the budget that all projects of the workspace share. */
  readonly gate?: (what: 'list' | 'read' | 'write') => number;
  /** The files of assets, beside it; and the rows that it shares with them: only one may hold the base in memory. */
  readonly files?: FollowedFiles;
  readonly rows?: Rows;
  /** What the list showed when somebody asked it for all projects, and when that was. */
  readonly lately?: () => Listing | undefined;
}

export type Next =
  /** There is more to do. */
  | { readonly is: 'busy'; readonly did: string }
  /** Nothing to do, or nothing allowed, before that time or a change here. */
  | { readonly is: 'until'; readonly at: number; readonly why: 'in step' | 'waiting for the limit' | 'offline' | 'settling' }
  | { readonly is: 'stopped'; readonly why: string };
