/** The dependencies of the REST API, and a request that has passed its checks. */
import type { ApiCaller } from '../../shared/contracts/accounts.ts';
import type { Route } from '../../shared/contracts/rest/routes/route.ts';
import type { Environment } from '../../shared/environment.ts';
import type { Project } from '../../shared/model/project.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { Engine } from '../engine/engine.ts';
import type { ExportEventStream } from './handlers/export-event-stream.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** [G1] an upload takes two requests (upload, then create), or a single one that does both. */
export type UploadFlow = 'two-step' | 'single';

export interface RestApiDeps {
  readonly engine: Engine;
  readonly accounts: Accounts;
  readonly rateLimiter: RateLimiter;
  readonly fileStore: FileStore;
  readonly exportEvents: Pick<ExportEventStream, 'handle'>;
  readonly environment: Environment;
  /**
   * Runs `work` on a snapshot of a project, one at a time, because copies of several large projects would fill the memory. `throwIfCancelled`
   * is called when its turn has come.
   */
  readonly withExportSnapshot: <T>(hash: string, work: (project: Project) => Promise<T>, throwIfCancelled: () => void) => Promise<T>;
  /** Removes a project with all its data. Throws a 404. */
  readonly removeProject: (hash: string) => void;
  /** Runs a job that is cancelled when the backend closes. */
  readonly runJob: <T>(work: (control: RestJobControl) => Promise<T>) => Promise<T>;
  readonly backUpBeforeImport: () => Promise<void>;
  readonly log: (line: string) => void;
}

export interface RestJobControl {
  isCancelled(): boolean;
  /** Throws a Problem `cancelled` if the job has been cancelled. */
  throwIfCancelled(): void;
}

/** The decoded parameters of a path, by their names in the route table. */
export type PathParams = Readonly<Record<string, string>>;

export interface ApiRequest {
  readonly request: Request;
  readonly url: URL;
  readonly route: Route;
  readonly params: PathParams;
  /** Empty if the path contains no project. */
  readonly hash: string;
  readonly caller: ApiCaller;
  readonly uploadFlow: UploadFlow;
  /** The headers of the response that say how many requests are left ([Limits 4]). */
  readonly quotaHeaders: Readonly<Record<string, string>>;
}
