/** A codec: how story files contain the records of one kind. Files of every format consist of the same entries, by id, in collections. */
import { type AnyRecord, isOfKind, type KindName, type StoryRecord } from '../../shared/model/kinds/kinds.ts';
import type { EncodeContext, Entry } from './encoding.ts';

export interface KindCodec {
  readonly kind: KindName;
  /** The entry of a record, in the order of the keys of the service's files; undefined if the record is of another kind. */
  encode(record: AnyRecord, context: EncodeContext): Entry | undefined;
}

export const defineCodec = <K extends KindName>(
  kind: K,
  { encode }: { readonly encode: (record: StoryRecord<K>, context: EncodeContext) => Entry },
): KindCodec => ({
  kind,
  encode: (record, context) => (isOfKind(record, kind) ? encode(record, context) : undefined),
});
