/**
 * The mirror of a workspace under a clock that stands still until it is told to go on: our own service in this process as the remote, with
 * its real quotas, a network that can be cut, and a count of what was asked when.
 */
import { type Engine, openEngine } from '../../../../main/engine/engine.ts';
import type { ProjectFileSync } from '../../../../main/sync/client/files/project-file-sync.ts';
import type { KeyStore } from '../../../../main/sync/client/remote-keys.ts';
import type { Timers } from '../../../../main/sync/client/timers.ts';
import type { ConnectOptions, FileSyncContext, WorkspaceConnection } from '../../../../main/sync/client/workspace.ts';
import { RemoteUnavailableError } from '../../../../main/sync/protocol/remote-api.ts';
import { openSyncController, type SyncController } from '../../../../main/sync/service/sync-controller.ts';
import type { BackendEvent } from '../../../../shared/contracts/ipc/events.ts';
import type { SyncStatus } from '../../../../shared/contracts/sync.ts';
import type { Environment } from '../../../../shared/environment.ts';
import type { SingleCommand } from '../../../../shared/model/commands.ts';
import { Problem } from '../../../../shared/problem.ts';
import { type FakeRemote, openFakeRemote } from '../../../fake-remote.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

export interface Asked {
  readonly at: number;
  readonly request: string;
  readonly status: number;
}

/** Rings when the time is told to go on; requests that are on their way are waited for. */
export class Clock implements Timers {
  now = Date.UTC(2026, 0, 1);
  inFlight = 0;
  #rings: { at: number; ring: () => void }[] = [];

  after(milliseconds: number, ring: () => void): () => void {
    const entry = { at: this.now + milliseconds, ring };
    this.#rings.push(entry);
    return () => {
      this.#rings = this.#rings.filter((each) => each !== entry);
    };
  }

  /** Everything that is due by then happens, each at its time. */
  async goOn(milliseconds: number): Promise<void> {
    const until = this.now + milliseconds;
    for (;;) {
      await this.#still();
      const next = [...this.#rings].sort((one, two) => one.at - two.at)[0];
      if (!next || next.at > until) break;
      this.#rings = this.#rings.filter((each) => each !== next);
      this.now = Math.max(this.now, next.at);
      next.ring();
    }
    this.now = Math.max(this.now, until);
  }

  /** Promises have come as far as they can without the clock. */
  async #still(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet = this.inFlight > 0 ? 0 : quiet + 1) await new Promise((resolve) => setImmediate(resolve));
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
  conflicts: [],
  resolveConflict: () => undefined,
  pending: { count: 0 },
  refused: new Map(),
};

export class Hosted {
  readonly clock: Clock;
  readonly remote: FakeRemote;
  readonly here: Engine;
  readonly asked: Asked[] = [];
  readonly events: BackendEvent[] = [];
  readonly logged: string[] = [];
  readonly environment: Environment;
  isCut = false;
  readonly #kept = new Map<string, string>();
  keys: KeyStore | undefined = {
    get: async (name) => this.#kept.get(name),
    set: async (name, key) => void this.#kept.set(name, key),
    remove: async (name) => void this.#kept.delete(name),
  };
  env: Record<string, string> = {};
  /** The files of a project. */
  files: (of: FileSyncContext) => ProjectFileSync = () => noFiles;
  mirror: SyncController;
  /** Of the program that runs now: when it is over nothing of it goes on. */
  #life = { isOver: false };

  private constructor(clock: Clock, remote: FakeRemote, environment: Environment) {
    this.clock = clock;
    this.remote = remote;
    this.environment = environment;
    this.here = openEngine(null, environment);
    this.mirror = this.#open();
  }

  static async open(seats = 1): Promise<Hosted> {
    const clock = new Clock();
    const still = createTestEnvironment(3);
    let ticks = 0;
    const environment: Environment = { ...still, now: () => clock.now * 1000 + (++ticks % 1000) };
    return new Hosted(clock, await openFakeRemote(environment, seats), environment);
  }

  /** The remote and a project of it, mirrored; so many elements are on its board. */
  async mirrored(name = 'A story', elements = 0): Promise<string> {
    const there = this.project(name, elements);
    if (this.mirror.remotes.list().length === 0) await this.connect();
    return (await this.during(this.mirror.add('Team', there))).hash;
  }

  connect = () => this.mirror.remotes.add({ name: 'Team', url: 'https://remote.example', key: { key: this.remote.key } });

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
    return this.here.execute(hash, this.element(this.here, hash, title), 'user').ids[0] ?? '';
  }

  editThere(hash: string, title: string): string {
    return this.remote.engine.execute(hash, this.element(this.remote.engine, hash, title), 'user').ids[0] ?? '';
  }

  status(hash: string): SyncStatus {
    const found = this.mirror.list().find((each) => each.hash === hash);
    if (!found) throw new Error(`${hash} is not mirrored`);
    return found;
  }

  titles(engine: Engine, hash: string): string[] {
    return [...engine.getProject(hash).recordsOfKind('element')].map(({ title }) => String(title.en?.text)).sort();
  }

  /** What is waited for, while time goes on. */
  async during<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    done.catch(() => undefined);
    for (let at = 0; at < 5000 && !isDone; at++) await this.clock.goOn(100);
    return await done;
  }

  /** The program ends, as it should or at once, and begins again over the same data. */
  async restart(how: 'closed' | 'killed' = 'closed'): Promise<void> {
    if (how === 'closed') await this.during(this.mirror.close());
    this.#life.isOver = true;
    this.mirror = this.#open();
    await this.clock.goOn(0);
  }

  async close(): Promise<void> {
    await this.during(this.mirror.close());
    await this.here.close();
    await this.remote.close();
  }

  #open(): SyncController {
    const { here: engine, environment, clock } = this;
    const life = { isOver: false };
    this.#life = life;
    return openSyncController({
      engine: {
        ...engine,
        createProject: (records, beside, hash) => void engine.createProject(records, () => beside, hash),
        onEvent: (listener) => engine.onEvent((event) => !life.isOver && listener(event)),
      },
      environment,
      timers: { after: (milliseconds, ring) => clock.after(milliseconds, () => !life.isOver && ring()) },
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

  #reach({ beforeRequest, key, onQuota, onLimited }: ConnectOptions): WorkspaceConnection {
    const ask = async (method: string, path: string, body?: unknown) => {
      const transfer = path.includes('/json');
      await beforeRequest({ path, transfer });
      this.clock.inFlight++;
      try {
        if (this.isCut) throw new RemoteUnavailableError('The network is gone.');
        const headers = { authorization: `Bearer ${key()}`, accept: 'application/json', 'content-type': 'application/json' };
        const url = `http://remote/api/v1${path}`;
        const given = body === undefined ? {} : { body: JSON.stringify(body) };
        const response = await this.remote.handle(new Request(url, { method, headers, ...given }), { uploadFlow: 'two-step' });
        const { status } = response;
        const text = await response.text();
        this.asked.push({ at: this.clock.now, request: `${method} ${path}`, status });
        const [limit, remaining] = ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) =>
          Number(response.headers.get(name) ?? Number.NaN),
        );
        if (limit !== undefined && remaining !== undefined && !Number.isNaN(limit)) onQuota({ limit, remaining, transfer });
        const retryAfter = Number(response.headers.get('retry-after') ?? 60);
        if (status === 429) onLimited(retryAfter);
        return { status, json: text === '' ? null : JSON.parse(text), retryAfter };
      } finally {
        this.clock.inFlight--;
      }
    };
    const read = async (path: string) => {
      const { status, json, retryAfter } = await ask('GET', path);
      if (status === 429)
        throw new RemoteUnavailableError('The limit is used up.', { status, retryAt: this.clock.now + retryAfter * 1000 });
      if (status !== 200) throw new RemoteUnavailableError(`It answers ${status}.`, { status });
      return json;
    };
    return {
      list: async () => (await read('/workspace/projects')) as { hash: string; name: string; updatedAt: string }[],
      read: async (there) => {
        for (const path of ['json?allLocales=true', 'css', 'comments']) await read(`/${there}/${path}`);
        return [...this.remote.engine.getProject(there).records()];
      },
      async send({ method, path, body }) {
        try {
          const { status, json, retryAfter } = await ask(method, path, body);
          return { type: 'response', status, json, retryAfter };
        } catch {
          return { type: 'not sent' };
        }
      },
      create: () => Promise.reject(new Problem('unsupported', 'Not here.')),
      remove: () => Promise.reject(new Problem('unsupported', 'Not here.')),
      files: (of) => this.files(of),
      close: async () => undefined,
    };
  }
}

/** The most requests that lay within any 60 seconds. */
export function mostInAMinute(asked: readonly Asked[]): number {
  let most = 0;
  for (const { at } of asked) most = Math.max(most, asked.filter((each) => each.at >= at && each.at < at + 60_000).length);
  return most;
}
