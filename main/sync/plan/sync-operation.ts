/** The operations of a plan: each is one request. */
import { getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { type FieldPath, fieldNameOf } from './field-paths.ts';

/** The effect of one request. */
export type SyncOperation =
  | { readonly type: 'create'; readonly kind: KindName; readonly id: string }
  /** `part` identifies the request among several that change such a record. */
  | { readonly type: 'change'; readonly kind: KindName; readonly id: string; readonly part: string; readonly fields: readonly FieldPath[] }
  | { readonly type: 'move'; readonly kind: KindName; readonly id: string; readonly list: string }
  | { readonly type: 'remove'; readonly kind: KindName; readonly id: string }
  /** Not a write: the remote has created something together with the record, whose id or name must be read first. */
  | { readonly type: 'lookup'; readonly kind: KindName; readonly id: string };

/** The request that changes this field of a record: `fields` for most, or else one that is named after the field. */
export const requestPartOf = (kind: KindName, fieldPath: FieldPath): string =>
  getKind(kind).facets[fieldNameOf(fieldPath)]?.api.access === 'ownRoute' ? fieldNameOf(fieldPath) : 'fields';
