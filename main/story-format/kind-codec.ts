/** A codec: how story files contain the records of one kind. Files of every format consist of the same entries, by id, in collections. */
import type { JsonObject } from '../../shared/json.ts';
import { type AnyRecord, getKind, isOfKind, type KindName, type StoryRecord } from '../../shared/model/kinds/kinds.ts';
import type { EncodeContext, Entry } from './encoding.ts';
import type { StoryDecoder } from './story-decoder.ts';
import type { Collection } from './story-file.ts';

/** An entry of a collection, with its path in the file. */
export interface FileEntry {
  readonly id: string;
  readonly path: string;
  readonly raw: JsonObject;
}

/** `Outline` is what the codec needs of the structure of the file, which was read before. */
interface CodecDefinition<K extends KindName, Outline> {
  /** The entry of a record, in the order of the keys of the service's files. */
  encode(record: StoryRecord<K>, context: EncodeContext): Entry;
  /** Adds the record of an entry, and those of what the entry contains. Returns the work. */
  decode(entry: FileEntry, decoder: StoryDecoder, outline: Outline): number;
}

export interface KindCodec<Outline = never> {
  readonly kind: KindName;
  /** Undefined if the record is of another kind. */
  encode(record: AnyRecord, context: EncodeContext): Entry | undefined;
  decode(entry: FileEntry, decoder: StoryDecoder, outline: Outline): number;
}

export const defineCodec = <K extends KindName, Outline = undefined>(
  kind: K,
  { encode, decode }: CodecDefinition<K, Outline>,
): KindCodec<Outline> => ({
  kind,
  encode: (record, context) => (isOfKind(record, kind) ? encode(record, context) : undefined),
  decode,
});

/** Decodes the entries of a collection. The iteration continues correctly if an entry is left out or replaced during it. */
export function* decodeCollection<Outline>(codec: KindCodec<Outline>, decoder: StoryDecoder, outline: Outline): Generator<number> {
  // Every kind with a codec has a collection of its plural.
  const collection = getKind(codec.kind).plural as Collection;
  for (const [id, raw] of decoder.file.entriesOf(collection))
    if (decoder.placementOf(id)) yield codec.decode({ id, path: `${collection}.${id}`, raw }, decoder, outline);
}
