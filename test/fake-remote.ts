/**
 * A remote for tests: Taleport's own service in this process, in memory. faulty-remote.ts adds the faults that a network or service can have.
 * Tests read its contents, and change them like another user, through `engine`.
 */

import { type Accounts, accountsStoreName, openAccounts } from '../main/accounts/accounts.ts';
import { type FileStore, openFileStore } from '../main/assets/file-store.ts';
import { type Engine, openEngine } from '../main/engine/engine.ts';
import { ExportSnapshots } from '../main/exporters/export-snapshots.ts';
import { openExportEventStream } from '../main/rest-api/handlers/export-event-stream.ts';
import { openRateLimiter } from '../main/rest-api/rate-limiter.ts';
import { createRestApi, type RestApi } from '../main/rest-api/rest-api.ts';
import type { Environment } from '../shared/environment.ts';
import type { AnyRecord } from '../shared/model/kinds/kinds.ts';

export interface RemoteRequest {
  readonly method: string;
  /** Below /api/v1. */
  readonly path: string;
  readonly body?: unknown;
}

export interface RemoteResponse {
  readonly status: number;
  readonly json: unknown;
  readonly headers: Headers;
}

export interface FakeRemote {
  readonly engine: Engine;
  readonly fileStore: FileStore;
  readonly accounts: Accounts;
  readonly key: string;
  readonly handle: RestApi['handle'];
  /** Creates a project of the workspace from complete records. */
  createProject(records: readonly AnyRecord[]): string;
  /** The service without faults. */
  request(asking: RemoteRequest): Promise<RemoteResponse>;
  close(): Promise<void>;
}

export async function openFakeRemote(environment: Environment, seats = 1_000_000): Promise<FakeRemote> {
  let stored: FileStore | undefined;
  const engine = openEngine(null, environment, { findStoredFile: (hash, file) => stored?.find(hash, file) });
  const accounts = openAccounts(engine.openKeyValueStore(accountsStoreName), environment);
  const fileStore = openFileStore(null, engine.openKeyValueStore('files'), environment);
  stored = fileStore;
  const rateLimiter = openRateLimiter(engine.openKeyValueStore('rate-limits'), environment);
  const stories = new ExportSnapshots(engine);
  const service = createRestApi({
    engine,
    accounts,
    rateLimiter,
    fileStore,
    exportEvents: openExportEventStream({ accounts, engine }),
    environment,
    withExportSnapshot: (...input) => stories.runInSequence(...input),
    removeProject: (hash) => engine.removeProject(hash),
    runJob: (work) => work({ isCancelled: () => false, throwIfCancelled: () => undefined }),
    backUpBeforeImport: async () => undefined,
    log: console.error,
  });
  const { id: workspaceId } = accounts.workspace();
  accounts.updateWorkspace(workspaceId, { seats });
  const { key } = accounts.createKey({ name: 'mirror', permissions: ['project:read', 'project:write'] });
  return {
    engine,
    fileStore,
    accounts,
    key,
    handle: service.handle,
    createProject: (records) => engine.createProject(records, (hash) => [accounts.projectAssignmentWrites(hash, workspaceId)]).hash,
    async request({ method, path, body }) {
      const init = { method, headers: { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' } };
      const request = new Request(`http://remote/api/v1${path}`, body === undefined ? init : { ...init, body: JSON.stringify(body) });
      const response = await service.handle(request);
      const text = await response.text();
      return { status: response.status, json: text === '' ? null : JSON.parse(text), headers: response.headers };
    },
    async close() {
      rateLimiter.close();
      await fileStore.close();
      await engine.close();
    },
  };
}
