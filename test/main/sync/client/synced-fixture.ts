/** A project of a served remote, synced by the real runner, client and file sync, with a clock that the test moves. */
import { type FileStore, openFileStore } from '../../../../main/assets/file-store.ts';
import { type Engine, openEngine } from '../../../../main/engine/engine.ts';
import { WaitClock } from '../../../../main/platform/wait-clock.ts';
import { FileSync } from '../../../../main/sync/client/files/file-sync.ts';
import type { FileProgress } from '../../../../main/sync/client/files/running-transfers.ts';
import { type HttpRemote, openHttpRemote } from '../../../../main/sync/client/http-remote.ts';
import type { RemoteClient, RemoteClientOptions } from '../../../../main/sync/client/remote-client.ts';
import type { MergeConflict } from '../../../../main/sync/plan/merge-conflict.ts';
import type { BudgetedRequest } from '../../../../main/sync/project/remote-state.ts';
import { SyncRunner } from '../../../../main/sync/project/sync-runner.ts';
import { SyncStateMachine } from '../../../../main/sync/project/sync-state-machine.ts';
import type { StepResult } from '../../../../main/sync/protocol/step-result.ts';
import type { LocalProject } from '../../../../main/sync/store/sync-engine.ts';
import { baseEntries, checkpointEntry, SyncStore, syncStoreName } from '../../../../main/sync/store/sync-store.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import { Project } from '../../../../shared/model/project.ts';
import { createTestEnvironment, createWaitClock } from '../../../test-environment.ts';
import type { ServedRemote } from './served-project.ts';

const pollInterval = 30_000;
const settleTime = 90_000;
const noLimits = { fileBytes: null, projectBytes: null, imagePixels: 8192 };

/** What a test sets of the HTTP client. */
export type ClientOptions = Pick<RemoteClientOptions, 'timeouts'>;

export class SyncedFixture {
  /** Resolves when the project is open. */
  opening: Promise<void> = Promise.resolve();
  readonly engine: Engine;
  readonly vault: FileStore;
  readonly hash: string;
  readonly remoteHash: string;
  readonly progress: FileProgress[] = [];
  /** `wallShift`: how far the user has set the wall clock of this computer ahead, in milliseconds. */
  readonly clock = { now: Date.UTC(2026, 0, 1), wallShift: 0 };
  /** [I36] Until when the quota of exports is used up, in milliseconds since 1970. */
  readsAllowedAt = 0;
  /** Whether the quota leaves few requests. */
  isBudgetScarce = false;
  readonly #waitClock = createWaitClock(
    () => this.clock.now,
    () => this.clock,
  );
  readonly #served: ServedRemote;
  readonly #client: RemoteClient;
  readonly #environment = createTestEnvironment(4242);
  #machine = new SyncStateMachine();
  #runner: SyncRunner;
  #files: FileSync;

  private constructor(served: ServedRemote, remoteHash: string, engine: Engine, vault: FileStore, hash: string, options: ClientOptions) {
    this.#served = served;
    this.remoteHash = remoteHash;
    this.engine = engine;
    this.vault = vault;
    this.hash = hash;
    this.#client = served.clientWith({ ...options, clock: this.#waitClock });
    ({ runner: this.#runner, files: this.#files } = this.#open());
  }

  /** The first sync: reads the project, creates the local copy, and stores it as the base. */
  static async of(served: ServedRemote, remoteHash: string, options: ClientOptions = {}): Promise<SyncedFixture> {
    const environment = createTestEnvironment(99);
    let stored: FileStore | undefined;
    const engine = openEngine(null, environment, { findStoredFile: (hash, file) => stored?.find(hash, file) });
    const vault = openFileStore(null, engine.openKeyValueStore('files'), environment);
    stored = vault;
    const records = [...(await served.remote.read(remoteHash, new Project())).records];
    const { hash } = engine.createProject(records);
    new SyncStore(engine.openKeyValueStore(syncStoreName), hash, new WaitClock(environment)).write([
      checkpointEntry({ remoteHash: remoteHash, version: null, updatedAt: null }),
      ...baseEntries({ put: records, removedIds: [] }),
    ]);
    return new SyncedFixture(served, remoteHash, engine, vault, hash, options);
  }

  get localProject(): Project {
    return this.engine.getProject(this.hash);
  }

  get remoteProject(): Project {
    return this.#served.fakeRemote.engine.getProject(this.remoteHash);
  }

  get conflicts(): readonly MergeConflict[] {
    return [...this.#runner.conflicts, ...this.#files.conflicts];
  }

  get files(): FileSync {
    return this.#files;
  }

  get runner(): SyncRunner {
    return this.#runner;
  }

  edit(side: 'local' | 'remote', command: Command): readonly string[] {
    // As the scheduler does after an edit.
    if (side === 'local') this.#machine.dispatch({ type: 'retry' });
    return side === 'local'
      ? this.engine.execute(this.hash, command, 'user').ids
      : this.#served.fakeRemote.engine.execute(this.remoteHash, command, 'api').ids;
  }

  /** An element on the first board. */
  newElement(title: string): Command {
    const boardId = [...this.localProject.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
    return { do: 'create', kind: 'element', fields: { boardId, x: 10, y: 10, title: `<p>${title}</p>` } };
  }

  /** Stores a file on a side; returns its name. */
  async store(side: 'local' | 'remote', bytes: Uint8Array, name: string): Promise<string> {
    const [vault, hash] = side === 'local' ? [this.vault, this.hash] : [this.#served.fakeRemote.fileStore, this.remoteHash];
    const pieces = async function* () {
      yield bytes;
    };
    return (await vault.store(hash, { name, bytes: pieces(), limits: noLimits })).file;
  }

  /** The SHA-256 of the file of an asset on a side. */
  sha(side: 'local' | 'remote', asset: string): string | undefined {
    const [vault, hash, project] =
      side === 'local'
        ? [this.vault, this.hash, this.localProject]
        : [this.#served.fakeRemote.fileStore, this.remoteHash, this.remoteProject];
    const file = project.find('asset', asset)?.file;
    return file ? vault.find(hash, file)?.sha256 : undefined;
  }

  /** The current id of a record. */
  id(old: string): string {
    return this.#runner.store.resolveAlias(old);
  }

  answer(conflict: MergeConflict, side: 'local' | 'remote'): void {
    for (const each of this.#runner.resolveConflicts([conflict], { choice: side }).aboutFiles) this.#files.resolveConflict(each, side);
  }

  /** As after a restart of the program. */
  restart(): void {
    this.#machine = new SyncStateMachine();
    ({ runner: this.#runner, files: this.#files } = this.#open());
  }

  async stepFiles(): Promise<StepResult> {
    return await this.#files.step();
  }

  async stepRunner(): Promise<StepResult> {
    return await this.#runner.step();
  }

  /** Polls, then steps until the runner and the files have nothing left to do. */
  async untilSynced(): Promise<void> {
    for (let rounds = 0; rounds < 3; rounds++) {
      this.clock.now += pollInterval;
      for (let steps = 0; ; steps++) {
        if (steps > 5000) throw new Error('Sync does not become idle.');
        const [one, two] = [await this.#runner.step(), await this.#files.step()];
        for (const next of [one, two]) if (next.type === 'stopped') throw new Error(JSON.stringify(next.cause));
        if (one.type === 'progressed' || two.type === 'progressed') continue;
        const waits = [one, two].flatMap((next) =>
          next.type === 'waiting' && !['synced', 'blocked'].includes(next.reason) ? [next.until] : [],
        );
        if (waits.length === 0) break;
        this.clock.now = Math.max(this.clock.now + 1, this.#waitClock.toWallTime(Math.min(...waits)));
      }
    }
  }

  async close(): Promise<void> {
    await this.vault.close();
    await this.engine.close();
  }

  #open(): { runner: SyncRunner; files: FileSync } {
    const { engine, hash, vault: fileStore } = this;
    const local: LocalProject = {
      project: engine.getProject(hash),
      get version() {
        return engine.getVersion(hash).version;
      },
      earlierVersions: (id) => engine.listRecordVersions(hash, id).flatMap(({ record }) => record ?? []),
      apply: (command, beside) => engine.execute(hash, command, 'remote', beside),
      applyInSlices: async (command, beside, onCommitted) =>
        void (await engine.inSlices.executeAt(engine.getVersion(hash).version, hash, command, 'remote', beside, onCommitted)),
      execute: (command, beside) => engine.execute(hash, command, 'user', beside),
      dryRun: (command, copy) => engine.dryRun(hash, command, 'user', copy),
    };
    const newId = () => this.#environment.newId();
    const client = this.#client;
    const { memory: capabilityStore } = this.#served;
    const locate = (_remoteHash: string, file: string) => {
      const [stored, path] = [fileStore.find(hash, file), fileStore.findPath(hash, file)];
      return stored && path !== undefined ? { path, name: stored.name, mime: stored.mime } : undefined;
    };
    const remote: HttpRemote = openHttpRemote(client, capabilityStore, { locate, newId });
    const keyValueStore = engine.openKeyValueStore(syncStoreName);
    const clock = this.#waitClock;
    const store = new SyncStore(keyValueStore, hash, clock);
    const files = new FileSync({
      client,
      capabilityStore,
      local,
      hash,
      keyValueStore,
      store,
      open: () => this.opening,
      fileStore,
      newId,
      progress: (moved) => this.progress.push(moved),
    });
    const allowedAt = (what: BudgetedRequest) =>
      (what === 'read' || typeof what === 'object') && this.readsAllowedAt > this.clock.now
        ? clock.now() + this.readsAllowedAt - this.clock.now
        : 0;
    const runner = new SyncRunner({
      local,
      hash,
      keyValueStore,
      store,
      remote,
      clock,
      settleTime,
      pollInterval,
      files,
      allowedAt,
      isBudgetScarce: () => this.isBudgetScarce,
      machine: this.#machine,
    });
    return { runner, files };
  }
}
