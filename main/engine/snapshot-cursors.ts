/**
 * Cursors for reading a story in chunks, as it was when the cursor was opened. A list of records suffices for that, because records are
 * immutable. A large story in a single result would block every process that it passes through.
 */
import type { ProjectSnapshot, RecordChunks } from '../../shared/contracts/ipc/results.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { type Engine, serializeRecordChunks } from '../engine/engine.ts';

/** The oldest cursor is closed when more than this many are open. */
const maxOpenCursors = 16;
/** Chunks per result. */
const chunksPerResult = 2;

export class SnapshotCursors {
  readonly #engine: Engine;
  readonly #environment: Environment;
  readonly #cursors = new Map<string, Generator<string>>();

  constructor(engine: Engine, environment: Environment) {
    this.#engine = engine;
    this.#environment = environment;
  }

  open(hash: string): ProjectSnapshot {
    const project = this.#engine.getProject(hash);
    const records = [...project.records()];
    const { version } = this.#engine.getVersion(hash);
    const history = this.#engine.getUndoRedoLabels(hash);
    return {
      hash,
      version,
      history,
      total: records.length,
      ...this.#readChunks(this.#environment.newId(), serializeRecordChunks(records)),
    };
  }

  next(cursor: string): RecordChunks {
    const chunks = this.#cursors.get(cursor);
    if (!chunks) throw new Problem('notFound', message('problem.app.snapshotExpired'));
    return this.#readChunks(cursor, chunks);
  }

  #readChunks(cursor: string, chunks: Generator<string>): RecordChunks {
    const records: string[] = [];
    this.#cursors.delete(cursor);
    while (records.length < chunksPerResult) {
      const next = chunks.next();
      if (next.done) return { records, cursor: null };
      records.push(next.value);
    }
    this.#cursors.set(cursor, chunks);
    for (const oldest of this.#cursors.keys()) if (this.#cursors.size > maxOpenCursors) this.#cursors.delete(oldest);
    return { records, cursor };
  }
}
