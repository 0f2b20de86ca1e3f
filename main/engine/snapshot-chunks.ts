/** A project as pieces of JSON of about a quarter megabyte, so that whoever writes or reads it need not do all at once. */
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';

const chunkLength = 256 * 1024;

/** Each piece is a JSON array of records. */
export function* serializeRecordChunks(records: Iterable<AnyRecord>): Generator<string> {
  let piece: string[] = [];
  let length = 0;
  for (const record of records) {
    const json = JSON.stringify(record);
    piece.push(json);
    length += json.length;
    if (length < chunkLength) continue;
    yield `[${piece.join(',')}]`;
    piece = [];
    length = 0;
  }
  if (piece.length > 0) yield `[${piece.join(',')}]`;
}
