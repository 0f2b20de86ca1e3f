/**
 * What records, kinds and fields are called inside other messages: `message('undo.failed', { what: namedRecord(kind, title) })`. A sentence that
 * begins with one asks for the form `atStart`, since another language may change more than its first letter there.
 */

import { isMessageKey } from '../messages/english.ts';
import { type Message, message, verbatim } from '../messages/message.ts';
import { isKindName, type KindName } from './kinds/kinds.ts';

/** `element`, without an article: after a verb ("Delete element") or a negation. */
export const kindNoun = (kind: KindName): Message => message(`kinds.${kind}.noun`);

/** `element or jumper`. */
export const anyKindOf = (kinds: readonly string[]): Message =>
  kinds
    .map((kind) => (isKindName(kind) ? kindNoun(kind) : verbatim(kind)))
    .reduce((first, next) => message('common.alternatives', { first, next }));

/** `Element`: stands alone, as in a column or a filter. */
export const kindLabel = (kind: KindName): Message => message(`kinds.${kind}.label`);

/** `3 branches`. */
export const countedKind = (kind: KindName, count: number): Message => message(`kinds.${kind}.counted`, { count });

/** `the element “Gate”`; `an element` when the title is empty. */
export const namedRecord = (kind: KindName, title: string): Message =>
  title === '' ? message(`kinds.${kind}.one`) : message(`kinds.${kind}.named`, { name: title });

/** `The element “Gate”`; `An element` when the title is empty. */
export const namedRecordAsSubject = (kind: KindName, title: string): Message =>
  title === '' ? message(`kinds.${kind}.oneAtStart`) : message(`kinds.${kind}.namedAtStart`, { name: title });

/** `The element`: of a record that the reader has just read about or changed. */
export const recordAsSubject = (kind: KindName): Message => message(`kinds.${kind}.theAtStart`);

/** `Script ID`. A field without a label keeps its name. */
export function fieldLabel(field: string): Message {
  const key = `fields.${field}`;
  return isMessageKey(key) ? { key } : verbatim(field);
}
