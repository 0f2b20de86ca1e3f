/**
 * Stories that are read piece by piece, each as it was when its reading began: records never change, so the list of them is all that is kept.
 * One answer with a large story in it would hold up everyone it passes through.
 */
import type { Pieces, Snapshot } from '../../shared/ipc/answers.ts';
import { Problem } from '../../shared/problem.ts';
import type { World } from '../../shared/world.ts';
import type { Engine } from '../engine/engine.ts';
import { piecesOf } from '../engine/snapshot.ts';

/** Who has stopped asking is forgotten when so many others have begun. */
const most = 16;
/** Pieces in one answer. */
const atOnce = 2;

export class Readings {
  readonly #engine: Engine;
  readonly #world: World;
  readonly #going = new Map<string, Generator<string>>();

  constructor(engine: Engine, world: World) {
    this.#engine = engine;
    this.#world = world;
  }

  begin(hash: string): Snapshot {
    const project = this.#engine.project(hash);
    const records = [...project.records()];
    const { version } = this.#engine.versionOf(hash);
    const history = this.#engine.history(hash);
    return { hash, version, history, total: records.length, ...this.#some(this.#world.newId(), piecesOf(records)) };
  }

  goOn(reading: string): Pieces {
    const pieces = this.#going.get(reading);
    if (!pieces) throw new Problem('notFound', 'This reading of the project has been forgotten. Please open it again.');
    return this.#some(reading, pieces);
  }

  #some(reading: string, pieces: Generator<string>): Pieces {
    const records: string[] = [];
    this.#going.delete(reading);
    while (records.length < atOnce) {
      const next = pieces.next();
      if (next.done) return { records, reading: null };
      records.push(next.value);
    }
    this.#going.set(reading, pieces);
    for (const oldest of this.#going.keys()) if (this.#going.size > most) this.#going.delete(oldest);
    return { records, reading };
  }
}
