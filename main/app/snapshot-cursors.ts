/**
 * Stories that are read piece by piece, each as it was when its reading began: records never change, so the list of them is all that is kept.
 * One answer with a large story in it would hold up everyone it passes through.
 */

import type { ProjectSnapshot, RecordChunks } from '../../shared/contracts/ipc/results.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import type { Engine } from '../engine/engine.ts';
import { serializeRecordChunks } from '../engine/snapshot-chunks.ts';

/** Who has stopped asking is forgotten when so many others have begun. */
const maxOpenCursors = 16;
/** Pieces in one answer. */
const piecesPerAnswer = 2;

export class SnapshotCursors {
  readonly #engine: Engine;
  readonly #environment: Environment;
  readonly #going = new Map<string, Generator<string>>();

  constructor(engine: Engine, environment: Environment) {
    this.#engine = engine;
    this.#environment = environment;
  }

  open(hash: string): ProjectSnapshot {
    const project = this.#engine.getProject(hash);
    const records = [...project.records()];
    const { version } = this.#engine.getVersion(hash);
    const history = this.#engine.getUndoRedoLabels(hash);
    return { hash, version, history, total: records.length, ...this.#some(this.#environment.newId(), serializeRecordChunks(records)) };
  }

  next(reading: string): RecordChunks {
    const pieces = this.#going.get(reading);
    if (!pieces) throw new Problem('notFound', message('problem.app.snapshotForgotten'));
    return this.#some(reading, pieces);
  }

  #some(cursor: string, pieces: Generator<string>): RecordChunks {
    const records: string[] = [];
    this.#going.delete(cursor);
    while (records.length < piecesPerAnswer) {
      const next = pieces.next();
      if (next.done) return { records, cursor: null };
      records.push(next.value);
    }
    this.#going.set(cursor, pieces);
    for (const oldest of this.#going.keys()) if (this.#going.size > maxOpenCursors) this.#going.delete(oldest);
    return { records, cursor };
  }
}
