/** What Taleport shows of a record in addition to service.md follows from its kinds: a new field of a kind needs no change of these tests. */
import { getKind, type KindName } from '../../shared/model/kinds/kinds.ts';
import type { Reply } from './place.ts';

/** The fields that requests write and that a reply shows. */
export function taleportFields(kind: KindName, reply: Reply): readonly string[] {
  return Object.entries(getKind(kind).facets).flatMap(([field, { api }]) =>
    api.access === 'write' && (api.shown === 'always' || (api.shown === 'list' && reply === 'list')) ? [field] : [],
  );
}
