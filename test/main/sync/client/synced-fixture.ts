/** A project of a served remote, mirrored here by the real loop, the real client and the queue of files, with a clock that the test moves. */
import { type FileStore, openFileStore } from '../../../../main/assets/file-store.ts';
import { type Engine, openEngine } from '../../../../main/engine/engine.ts';
import { FileSync } from '../../../../main/sync/client/files/file-sync.ts';
import type { FileProgress } from '../../../../main/sync/client/files/file-transfers.ts';
import { type HttpRemote, openHttpRemote } from '../../../../main/sync/client/http-remote.ts';
import type { RemoteClient } from '../../../../main/sync/client/remote-client.ts';
import type { MergeConflict } from '../../../../main/sync/plan/merge-conflict.ts';
import { SyncRunner } from '../../../../main/sync/project/sync-runner.ts';
import type { StepResult } from '../../../../main/sync/protocol/step-result.ts';
import type { LocalProject } from '../../../../main/sync/store/local-project.ts';
import { baseEntries, checkpointEntry } from '../../../../main/sync/store/sync-rows.ts';
import { SyncStore, syncStoreName } from '../../../../main/sync/store/sync-store.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import { Project } from '../../../../shared/model/project.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import type { ServedRemote } from './served-project.ts';

const pollInterval = 30_000;
const settleTime = 90_000;
export const noLimits = { fileBytes: null, projectBytes: null, imagePixels: 8192 };

export class Mirrored {
  readonly engine: Engine;
  readonly vault: FileStore;
  readonly hash: string;
  readonly there: string;
  readonly moved: FileProgress[] = [];
  readonly clock = { now: Date.UTC(2026, 0, 1) };
  readonly #served: ServedRemote;
  readonly #client: RemoteClient;
  readonly #environment = createTestEnvironment(4242);
  #loop: SyncRunner;
  #files: FileSync;

  private constructor(served: ServedRemote, there: string, engine: Engine, vault: FileStore, hash: string) {
    this.#served = served;
    this.there = there;
    this.engine = engine;
    this.vault = vault;
    this.hash = hash;
    this.#client = served.clientWith({ now: () => this.clock.now });
    ({ loop: this.#loop, files: this.#files } = this.#open());
  }

  /** The first mirror: the project is read, made here, and both sides agree on that. */
  static async of(served: ServedRemote, there: string): Promise<Mirrored> {
    const environment = createTestEnvironment(99);
    let stored: FileStore | undefined;
    const engine = openEngine(null, environment, undefined, (hash, file) => stored?.find(hash, file));
    const vault = openFileStore(null, engine.openKeyValueStore('files'), environment);
    stored = vault;
    const records = [...(await served.remote.read(there, new Project()))];
    const { hash } = engine.createProject(records);
    new SyncStore(engine.openKeyValueStore(syncStoreName), hash).write([
      checkpointEntry({ remoteHash: there, version: null, updatedAt: null }),
      ...baseEntries({ put: records, removedIds: [] }),
    ]);
    return new Mirrored(served, there, engine, vault, hash);
  }

  get here(): Project {
    return this.engine.getProject(this.hash);
  }

  get theirs(): Project {
    return this.#served.there.engine.getProject(this.there);
  }

  get questions(): readonly MergeConflict[] {
    return [...this.#loop.conflicts, ...this.#files.conflicts];
  }

  get files(): FileSync {
    return this.#files;
  }

  get loop(): SyncRunner {
    return this.#loop;
  }

  edit(side: 'here' | 'there', command: Command): readonly string[] {
    return side === 'here'
      ? this.engine.execute(this.hash, command, 'user').ids
      : this.#served.there.engine.execute(this.there, command, 'api').ids;
  }

  /** A file in the vault of a side; its name there. */
  async store(side: 'here' | 'there', bytes: Uint8Array, name: string): Promise<string> {
    const [vault, hash] = side === 'here' ? [this.vault, this.hash] : [this.#served.there.fileStore, this.there];
    const pieces = async function* () {
      yield bytes;
    };
    return (await vault.store(hash, { name, bytes: pieces(), limits: noLimits })).file;
  }

  /** The SHA-256 of the bytes that an asset has on a side. */
  sha(side: 'here' | 'there', asset: string): string | undefined {
    const [vault, hash, project] =
      side === 'here' ? [this.vault, this.hash, this.here] : [this.#served.there.fileStore, this.there, this.theirs];
    const file = project.find('asset', asset)?.file;
    return file ? vault.find(hash, file)?.sha256 : undefined;
  }

  /** The id by which a record is known now. */
  id(old: string): string {
    return this.#loop.store.resolveAlias(old);
  }

  answer(question: MergeConflict, side: 'local' | 'remote'): void {
    const command = question.field === 'file' ? this.#files.resolveConflict(question, side) : this.#loop.resolveConflict(question, side);
    if (command) this.edit('here', command);
  }

  /** As if the program had ended and begun again. */
  restart(): void {
    ({ loop: this.#loop, files: this.#files } = this.#open());
  }

  async stepLoop(): Promise<StepResult> {
    return await this.#loop.step();
  }

  /** Until both have nothing to do but to poll; a poll is among it. */
  async untilInStep(): Promise<void> {
    for (let rounds = 0; rounds < 3; rounds++) {
      this.clock.now += pollInterval;
      for (let steps = 0; ; steps++) {
        if (steps > 5000) throw new Error('It does not come to rest.');
        const [one, two] = [await this.#loop.step(), await this.#files.step()];
        for (const next of [one, two]) if (next.type === 'stopped') throw new Error(JSON.stringify(next.cause));
        if (one.type === 'progressed' || two.type === 'progressed') continue;
        const waits = [one, two].flatMap((next) => (next.type === 'waiting' && next.reason !== 'synced' ? [next.until] : []));
        if (waits.length === 0) break;
        this.clock.now = Math.max(this.clock.now + 1, Math.min(...waits));
      }
    }
  }

  async close(): Promise<void> {
    await this.vault.close();
    await this.engine.close();
  }

  #open(): { loop: SyncRunner; files: FileSync } {
    const { engine, hash, vault: fileStore } = this;
    const local: LocalProject = {
      project: engine.getProject(hash),
      get version() {
        return engine.getVersion(hash).version;
      },
      apply: (command, beside) => engine.execute(hash, command, 'remote', beside),
    };
    const newId = () => this.#environment.newId();
    const client = this.#client;
    const { memory: capabilityStore } = this.#served;
    const locate = (_there: string, file: string) => {
      const [stored, path] = [fileStore.find(hash, file), fileStore.findPath(hash, file)];
      return stored && path !== undefined ? { path, name: stored.name, mime: stored.mime } : undefined;
    };
    const remote: HttpRemote = openHttpRemote(client, capabilityStore, { locate, newId });
    const keyValueStore = engine.openKeyValueStore(syncStoreName);
    const now = () => this.clock.now;
    const store = new SyncStore(keyValueStore, hash);
    const files = new FileSync({
      client,
      capabilityStore,
      local,
      hash,
      keyValueStore,
      store,
      fileStore,
      newId,
      progress: (moved) => this.moved.push(moved),
    });
    return { loop: new SyncRunner({ local, hash, keyValueStore, store, remote, now, settleTime, pollInterval, files }), files };
  }
}
