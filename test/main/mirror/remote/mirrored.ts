/** A project of a served remote, mirrored here by the real loop, the real client and the queue of files, with a clock that the test moves. */
import { openVault, type Vault } from '../../../../main/assets/vault.ts';
import { type Engine, openEngine } from '../../../../main/engine/engine.ts';
import { Loop } from '../../../../main/mirror/loop/loop.ts';
import type { Next } from '../../../../main/mirror/loop/loop-deps.ts';
import type { MirroredProject } from '../../../../main/mirror/loop/mirrored-project.ts';
import { baseEntries, mirrorShelf, Rows } from '../../../../main/mirror/loop/rows.ts';
import type { Question } from '../../../../main/mirror/plan/question.ts';
import type { RemoteClient } from '../../../../main/mirror/remote/client.ts';
import { Files } from '../../../../main/mirror/remote/files/files.ts';
import type { FileMoved } from '../../../../main/mirror/remote/files/transfers.ts';
import { type HttpRemote, openRemote } from '../../../../main/mirror/remote/remote.ts';
import type { Command } from '../../../../shared/commands.ts';
import { Project } from '../../../../shared/project.ts';
import { stillWorld } from '../../../world.ts';
import type { ServedRemote } from './served.ts';

const pollEvery = 30_000;
const settle = 90_000;
export const noLimits = { fileBytes: null, projectBytes: null, imagePixels: 8192 };

export class Mirrored {
  readonly engine: Engine;
  readonly vault: Vault;
  readonly hash: string;
  readonly there: string;
  readonly moved: FileMoved[] = [];
  readonly clock = { now: Date.UTC(2026, 0, 1) };
  readonly #served: ServedRemote;
  readonly #client: RemoteClient;
  readonly #world = stillWorld(4242);
  #loop: Loop;
  #files: Files;

  private constructor(served: ServedRemote, there: string, engine: Engine, vault: Vault, hash: string) {
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
    const world = stillWorld(99);
    let stored: Vault | undefined;
    const engine = openEngine(null, world, undefined, (hash, file) => stored?.find(hash, file));
    const vault = openVault(null, engine.shelf('files'), world);
    stored = vault;
    const records = [...(await served.remote.read(there, new Project()))];
    const { hash } = engine.create(records);
    engine.shelf(mirrorShelf).put(
      [{ id: 'standing', value: { there, version: null, updatedAt: null } }, ...baseEntries({ put: records, gone: [] })].map(
        ({ id, value }) => ({
          id: `${hash}/${id}`,
          value,
        }),
      ),
    );
    return new Mirrored(served, there, engine, vault, hash);
  }

  get here(): Project {
    return this.engine.project(this.hash);
  }

  get theirs(): Project {
    return this.#served.there.engine.project(this.there);
  }

  get questions(): readonly Question[] {
    return [...this.#loop.questions, ...this.#files.questions];
  }

  get files(): Files {
    return this.#files;
  }

  get loop(): Loop {
    return this.#loop;
  }

  edit(side: 'here' | 'there', command: Command): readonly string[] {
    return side === 'here'
      ? this.engine.send(this.hash, command, 'user').ids
      : this.#served.there.engine.send(this.there, command, 'api').ids;
  }

  /** A file in the vault of a side; its name there. */
  async store(side: 'here' | 'there', bytes: Uint8Array, name: string): Promise<string> {
    const [vault, hash] = side === 'here' ? [this.vault, this.hash] : [this.#served.there.vault, this.there];
    const pieces = async function* () {
      yield bytes;
    };
    return (await vault.store(hash, { name, bytes: pieces(), limits: noLimits })).file;
  }

  /** The SHA-256 of the bytes that an asset has on a side. */
  sha(side: 'here' | 'there', asset: string): string | undefined {
    const [vault, hash, project] =
      side === 'here' ? [this.vault, this.hash, this.here] : [this.#served.there.vault, this.there, this.theirs];
    const file = project.find('asset', asset)?.file;
    return file ? vault.find(hash, file)?.sha256 : undefined;
  }

  /** The id by which a record is known now. */
  id(old: string): string {
    return this.#loop.rows.alias(old);
  }

  answer(question: Question, choice: 'mine' | 'theirs'): void {
    const command = question.cell === 'file' ? this.#files.answer(question, choice) : this.#loop.answer(question, choice);
    if (command) this.edit('here', command);
  }

  /** As if the program had ended and begun again. */
  restart(): void {
    ({ loop: this.#loop, files: this.#files } = this.#open());
  }

  async stepLoop(): Promise<Next> {
    return await this.#loop.step();
  }

  /** Until both have nothing to do but to poll; a poll is among it. */
  async untilInStep(): Promise<void> {
    for (let rounds = 0; rounds < 3; rounds++) {
      this.clock.now += pollEvery;
      for (let steps = 0; ; steps++) {
        if (steps > 5000) throw new Error('It does not come to rest.');
        const [one, two] = [await this.#loop.step(), await this.#files.step()];
        for (const next of [one, two]) if (next.is === 'stopped') throw new Error(next.why);
        if (one.is === 'busy' || two.is === 'busy') continue;
        const waits = [one, two].flatMap((next) => (next.is === 'until' && next.why !== 'in step' ? [next.at] : []));
        if (waits.length === 0) break;
        this.clock.now = Math.max(this.clock.now + 1, Math.min(...waits));
      }
    }
  }

  async close(): Promise<void> {
    await this.vault.close();
    await this.engine.close();
  }

  #open(): { loop: Loop; files: Files } {
    const { engine, hash, vault } = this;
    const local: MirroredProject = {
      project: engine.project(hash),
      get version() {
        return engine.versionOf(hash).version;
      },
      take: (command, beside) => engine.send(hash, command, 'remote', beside),
    };
    const newId = () => this.#world.newId();
    const client = this.#client;
    const { memory } = this.#served;
    const locate = (_there: string, file: string) => {
      const [stored, path] = [vault.find(hash, file), vault.pathOf(hash, file)];
      return stored && path !== undefined ? { path, name: stored.name, mime: stored.mime } : undefined;
    };
    const remote: HttpRemote = openRemote(client, memory, { locate, newId });
    const shelf = engine.shelf(mirrorShelf);
    const now = () => this.clock.now;
    const rows = new Rows(shelf, hash);
    const files = new Files({ client, memory, local, hash, shelf, rows, vault, newId, progress: (moved) => this.moved.push(moved) });
    return { loop: new Loop({ local, hash, shelf, rows, remote, now, settle, pollEvery, files }), files };
  }
}
