/** Recognises a sent value on the remote, although no response arrived. */
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { type FieldPath, fieldNameOf, fieldValue, isSameField } from '../plan/field-paths.ts';

/**
 * Whether the field of `found` has the value of `sent`. Some remotes normalize texts and only keep the words, so equal words suffice,
 * unless the sent text differs from that of `before` only in its markup.
 */
export function hasSentValue(field: FieldPath, before: AnyRecord | undefined, sent: AnyRecord, found: AnyRecord): boolean {
  if (isSameField(sent.kind, field, sent, found)) return true;
  const format = getKind(sent.kind).texts[fieldNameOf(field)]?.format;
  if (format !== 'rich' && format !== 'note') return false;
  const words = wordsAt(sent, field);
  return wordsAt(found, field) === words && wordsAt(before, field) !== words;
}

function wordsAt(record: AnyRecord | undefined, field: FieldPath): string {
  const html = fieldValue(record, field);
  const text = richTextToPlainText(typeof html === 'string' ? html : null);
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}
