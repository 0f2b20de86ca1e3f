/** Serializes a project in chunks of about 250 kB, so that neither side of a call has to handle all of it at once. */
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';

const chunkLength = 256 * 1024;

/** Each chunk is a JSON array of records. */
export function* serializeRecordChunks(records: Iterable<AnyRecord>): Generator<string> {
  let chunk: string[] = [];
  let length = 0;
  for (const record of records) {
    const json = JSON.stringify(record);
    chunk.push(json);
    length += json.length;
    if (length < chunkLength) continue;
    yield `[${chunk.join(',')}]`;
    chunk = [];
    length = 0;
  }
  if (chunk.length > 0) yield `[${chunk.join(',')}]`;
}
