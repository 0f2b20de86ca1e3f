/**
 * Sync of a workspace under a simulated clock: the remote is our own service in this process, with
 * its real quotas, a network that can be cut, and a log of the requests.
 */

import { type Engine, openEngine } from '../../../../main/engine/engine.ts';
import type { Timer } from '../../../../main/platform/timer.ts';
import type { ProjectFileSync } from '../../../../main/sync/client/files/file-sync.ts';
import type { KeyStore } from '../../../../main/sync/client/remote-keys.ts';
import type { ConnectOptions, FileSyncContext, WorkspaceConnection } from '../../../../main/sync/client/remote-workspace.ts';
import { RemoteUnavailableError } from '../../../../main/sync/protocol/remote-api.ts';
import { openSyncController, type SyncController } from '../../../../main/sync/service/sync-controller.ts';
import type { BackendEvent } from '../../../../shared/contracts/ipc/events.ts';
import type { SyncStatus } from '../../../../shared/contracts/sync.ts';
import type { Environment } from '../../../../shared/environment.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../../shared/model/commands.ts';
import { Problem } from '../../../../shared/problem.ts';
import { type FakeRemote, openFakeRemote } from '../../../fake-remote.ts';
import { nextTurn } from '../../../next-turn.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

/** The wall time at which the monotonic clock began, so that the times of the two clocks differ. */
const monotonicOrigin = Date.UTC(2026, 0, 1) - 1_000_000;

interface LoggedRequest {
  readonly at: number;
  readonly request: string;
  readonly status: number;
}

/** A simulated clock: advancing it fires timers and waits for requests in flight. */
class Clock implements Timer {
  now = Date.UTC(2026, 0, 1);
  /** How far the user has set the wall clock of this computer ahead. That of the remote is right. */
  wallShift = 0;
  inFlight = 0;
  #timers: { at: number; fire: () => void }[] = [];

  after(milliseconds: number, fire: () => void): () => void {
    const entry = { at: this.now + milliseconds, fire };
    this.#timers.push(entry);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== entry);
    };
  }

  /** Fires every timer that is due by then, each at its time. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.now + milliseconds;
    for (;;) {
      await this.#settlePromises();
      const next = [...this.#timers].sort((one, two) => one.at - two.at)[0];
      if (!next || next.at > until) break;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.now = Math.max(this.now, next.at);
      next.fire();
    }
    this.now = Math.max(this.now, until);
  }

  /** Waits until all promises have progressed as far as they can without the clock. */
  async #settlePromises(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet = this.inFlight > 0 ? 0 : quiet + 1) await nextTurn();
  }
}

/** A project without files. */
export const noFiles: ProjectFileSync = {
  stateOf: () => ({ type: 'none' }),
  replacements: new Map(),
  revision: 0,
  entriesAfterWrite: () => [],
  invalidate: () => undefined,
  hasPending: false,
  noteRemoteChange: () => undefined,
  step: async () => ({ type: 'waiting', until: Number.POSITIVE_INFINITY, reason: 'synced' }),
  retryNow: () => undefined,
  retryRejected: () => undefined,
  conflicts: [],
  resolveConflict: () => undefined,
  pendingCount: 0,
  localOnly: [],
  rejected: new Map(),
  transfer: undefined,
  cancelTransfers: () => undefined,
  sendBeside: () => undefined,
  isUnderWay: () => false,
  isQueued: () => false,
  takeAnswer: () => undefined,
};

export class HostedWorkspace {
  readonly clock: Clock;
  readonly remote: FakeRemote;
  readonly localEngine: Engine;
  readonly requests: LoggedRequest[] = [];
  readonly events: BackendEvent[] = [];
  readonly logged: string[] = [];
  /** What sync has read as a whole: the hashes of opened projects, and the prefixes of listed rows. */
  readonly opened: string[] = [];
  readonly environment: Environment;
  isCut = false;
  /** The remote forbids the project list. */
  isListForbidden = false;
  /** An error that is not expected, such as a fault of this program. */
  isListFailing = false;
  /** What is stored of the write on its way cannot be read. */
  isStoreFailing = false;
  /** So many project lists to come are empty by a fault. */
  emptyLists = 0;
  /** Called before the remote handles a request: what somebody else does in this very moment. */
  onRequest: (request: string) => void = () => undefined;
  readonly #storedKeys = new Map<string, string>();
  keys: KeyStore | undefined = {
    get: async (name) => this.#storedKeys.get(name),
    set: async (name, key) => void this.#storedKeys.set(name, key),
    remove: async (name) => void this.#storedKeys.delete(name),
    assertAvailable: async () => undefined,
  };
  env: Record<string, string> = {};
  /** Opens the file sync of a project. */
  files: (of: FileSyncContext) => ProjectFileSync = () => noFiles;
  sync: SyncController;
  /** The running program: after its end its requests and timers have no effect. */
  #process = { isOver: false };
  readonly #colleagues: HostedWorkspace[] = [];

  private constructor(clock: Clock, remote: FakeRemote, environment: Environment) {
    this.clock = clock;
    this.remote = remote;
    this.environment = environment;
    this.localEngine = openEngine(null, environment);
    this.sync = this.#open();
  }

  static async open(seats = 1): Promise<HostedWorkspace> {
    const clock = new Clock();
    const still = createTestEnvironment(3);
    let ticks = 0;
    const environment: Environment = {
      ...still,
      now: () => Math.round(clock.now + clock.wallShift) * 1000 + (++ticks % 1000),
      monotonicNow: () => Math.round(clock.now) - monotonicOrigin,
      awakeNow: () => Math.round(clock.now) - monotonicOrigin,
    };
    const remoteEnvironment: Environment = { ...environment, now: () => Math.round(clock.now) * 1000 + (++ticks % 1000) };
    return new HostedWorkspace(clock, await openFakeRemote(remoteEnvironment, seats), environment);
  }

  /** The program of somebody else in the same workspace, at the same time. Closed before this one. */
  openColleague(): HostedWorkspace {
    const colleague = new HostedWorkspace(this.clock, this.remote, this.environment);
    this.#colleagues.push(colleague);
    return colleague;
  }

  /** Connects the remote and syncs a new project of it with so many elements on its board. */
  async addSyncedProject(name = 'A story', elements = 0): Promise<string> {
    const remoteHash = this.project(name, elements);
    if (this.sync.remotes.list().length === 0) await this.connect();
    return (await this.during(this.sync.add('Team', remoteHash))).hash;
  }

  connect = () => this.sync.remotes.add({ name: 'Team', url: 'https://remote.example', key: { key: this.remote.key } });

  project(name: string, elements = 0): string {
    const hash = this.remote.createProject(createEmptyStory(this.environment, name));
    for (let at = 0; at < elements; at++) this.remote.engine.execute(hash, this.element(this.remote.engine, hash, `Element ${at}`), 'user');
    return hash;
  }

  element({ getProject }: Pick<Engine, 'getProject'>, hash: string, title: string): SingleCommand {
    const of = getProject(hash);
    const boardId = of.childIds(of.projectRecord.roots.board, 'boards')[0] ?? '';
    return { do: 'create', kind: 'element', fields: { boardId, x: 10, y: 10, title: `<p>${title}</p>` } };
  }

  edit(hash: string, title: string): string {
    return this.localEngine.execute(hash, this.element(this.localEngine, hash, title), 'user').ids[0] ?? '';
  }

  editRemote(hash: string, title: string): string {
    return this.remote.engine.execute(hash, this.element(this.remote.engine, hash, title), 'user').ids[0] ?? '';
  }

  status(hash: string): SyncStatus {
    const found = this.sync.list().find((each) => each.hash === hash);
    if (!found) throw new Error(`${hash} is not synced`);
    return found;
  }

  titles(engine: Engine, hash: string): string[] {
    return [...engine.getProject(hash).recordsOfKind('element')].map(({ title }) => String(title.en?.text)).sort();
  }

  /** Advances the clock until the promise settles. */
  async during<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    done.catch(() => undefined);
    for (let at = 0; at < 5000 && !isDone; at++) await this.clock.advance(100);
    return await done;
  }

  /** Closes or kills the program and starts it again over the same data. */
  async restart(how: 'closed' | 'killed' = 'closed'): Promise<void> {
    if (how === 'closed') await this.during(this.sync.close());
    this.#process.isOver = true;
    this.sync = this.#open();
    await this.clock.advance(0);
  }

  async close(): Promise<void> {
    for (const each of [...this.#colleagues, this]) {
      await this.during(each.sync.close());
      await each.localEngine.close();
    }
    await this.remote.close();
  }

  #open(): SyncController {
    const { localEngine: engine, environment, clock } = this;
    const life = { isOver: false };
    this.#process = life;
    return openSyncController({
      engine: {
        ...engine,
        getProject: (hash) => {
          this.opened.push(hash);
          return engine.getProject(hash);
        },
        openKeyValueStore: (name) => {
          const rows = engine.openKeyValueStore(name);
          return {
            ...rows,
            get: (id) => {
              if (this.isStoreFailing && id.endsWith('/pending-write')) throw new Error('disk I/O error');
              return rows.get(id);
            },
            list: (prefix) => {
              this.opened.push(prefix ?? '');
              return rows.list(prefix);
            },
          };
        },
        async createProject(records, beside, requestedHash) {
          await engine.inSlices.createProject(records, { extraRows: beside, requestedHash, isOpened: true });
        },
        onEvent: (listener) => engine.onEvent((event) => !life.isOver && listener(event)),
      },
      environment,
      timer: { after: (milliseconds, fire) => clock.after(milliseconds, () => !life.isOver && fire()) },
      connect: (how) => this.#reach(how),
      keyStore: this.keys,
      env: (name) => this.env[name],
      isAutomatic: true,
      settleTime: 90_000,
      emit: (event) => this.events.push(event),
      log: (line) => this.logged.push(line),
      createHash: () => environment.newId().slice(-10),
      exportProject: () => ({}),
      verifyRemote: async (url) => ({ url, permissions: ['project:read', 'project:write'] }),
    });
  }

  #reach({ beforeRequest, key, clock, onQuota, onLimited }: ConnectOptions): WorkspaceConnection {
    const ask = async (method: string, path: string, body?: unknown) => {
      const transfer = path.includes('/json');
      await beforeRequest({ path, transfer });
      this.clock.inFlight++;
      try {
        if (this.isCut) throw new RemoteUnavailableError(verbatim('The network is down.'));
        if (this.isListFailing && path === '/workspace/projects') {
          this.requests.push({ at: this.clock.now, request: `${method} ${path}`, status: 0 });
          throw new TypeError('A fault of this program');
        }
        if (this.isListForbidden && path === '/workspace/projects') {
          this.requests.push({ at: this.clock.now, request: `${method} ${path}`, status: 403 });
          return { status: 403, json: null, retryAfter: 0 };
        }
        const headers = { authorization: `Bearer ${key()}`, accept: 'application/json', 'content-type': 'application/json' };
        const url = `http://remote/api/v1${path}`;
        const given = body === undefined ? {} : { body: JSON.stringify(body) };
        this.onRequest(`${method} ${path}`);
        const response = await this.remote.handle(new Request(url, { method, headers, ...given }), { uploadFlow: 'two-step' });
        const { status } = response;
        const text = await response.text();
        this.requests.push({ at: this.clock.now, request: `${method} ${path}`, status });
        const [limit, remaining] = ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) =>
          Number(response.headers.get(name) ?? Number.NaN),
        );
        if (limit !== undefined && remaining !== undefined && !Number.isNaN(limit)) onQuota({ limit, remaining, transfer });
        const retryAfter = Number(response.headers.get('retry-after') ?? 60);
        if (status === 429) onLimited(retryAfter, transfer);
        return { status, json: text === '' ? null : JSON.parse(text), retryAfter };
      } finally {
        this.clock.inFlight--;
      }
    };
    const read = async (path: string) => {
      const { status, json, retryAfter } = await ask('GET', path);
      if (status === 429)
        throw new RemoteUnavailableError(verbatim('The limit is used up.'), { status, retryAt: clock.now() + retryAfter * 1000 });
      if (status !== 200) throw new RemoteUnavailableError(verbatim(`It responds with ${status}.`), { status });
      return json;
    };
    return {
      list: async () => {
        const projects = (await read('/workspace/projects')) as { hash: string; name: string; updatedAt: string }[];
        return this.emptyLists > 0 && this.emptyLists-- > 0 ? [] : projects;
      },
      read: async (remoteHash, _base, scope = 'all') => {
        const paths = ['json?allLocales=true', ...(scope === 'all' ? ['css', 'comments'] : [])];
        for (const path of paths) await read(`/${remoteHash}/${path}`);
        const records = [...this.remote.engine.getProject(remoteHash).records()];
        return {
          records: scope === 'all' ? records : records.filter(({ kind }) => kind !== 'comment' && kind !== 'reply'),
          danglingIds: new Set(),
        };
      },
      async send({ method, path, body }) {
        try {
          const { status, json, retryAfter } = await ask(method, path, body);
          return { type: 'response', status, json, retryAfter };
        } catch {
          return { type: 'notSent' };
        }
      },
      create: () => Promise.reject(new Problem('unsupported', verbatim('Not here.'))),
      remove: () => Promise.reject(new Problem('unsupported', verbatim('Not here.'))),
      files: (of) => this.files(of),
      close: async () => undefined,
    };
  }
}

/** The maximum number of requests within any 60 seconds. */
export function maxPerMinute(requests: readonly LoggedRequest[]): number {
  let most = 0;
  for (const { at } of requests) most = Math.max(most, requests.filter((each) => each.at >= at && each.at < at + 60_000).length);
  return most;
}
