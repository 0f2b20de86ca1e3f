/**
 * (G30) Held texts: local changes whose formatting no request can carry, such as mentions, line breaks and lists. They stay here, and the remote
 * keeps its own text. A text is held as long as it differs from the remote's, so nothing about it needs to be stored.
 */
import { changeCommand, type SingleCommand } from '../../../shared/model/commands.ts';
import type { TextRule } from '../../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { type RecordText, replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { type ApiDialect, simplifyRichText, toEquivalentRichText } from '../../../shared/rich-text/simplify-rich-text.ts';
import { type FieldPath, fieldNameOf, fieldPathsOf, localeOf } from './field-paths.ts';
import { mergeRichText } from './merge-rich-text.ts';

export interface HeldText {
  readonly recordId: string;
  readonly kind: KindName;
  readonly field: FieldPath;
}

/** The dialect in which the API accepts a text; undefined if the text has no formatting. */
export function apiDialectOf(rule: TextRule | undefined): ApiDialect | undefined {
  if (rule?.format === 'note') return 'note';
  return rule?.format === 'rich' ? 'api' : undefined;
}

/** The text at a field path of a record; undefined if the value is none, or empty. */
export function textAt(record: AnyRecord, fieldPath: FieldPath): RecordText | undefined {
  const [field, locale] = [fieldNameOf(fieldPath), localeOf(fieldPath)];
  return [...textsOfRecord(record)].find((text) => text.field === field && text.locale === locale);
}

/** Whether no request can carry the text, not even in other markup of the same meaning (G21). */
function isUnsupported({ text, rule }: RecordText): boolean {
  const dialect = apiDialectOf(rule);
  return dialect !== undefined && toEquivalentRichText(text, dialect) === undefined;
}

/** Records are immutable, so each text is parsed once: the next plan does not parse those that are held again. */
const heldTextsByRecord = new WeakMap<AnyRecord, Map<FieldPath, HeldText | undefined>>();

/** The value at a field path as a held text; undefined if a request can carry it. */
export function heldTextAt(record: AnyRecord, fieldPath: FieldPath): HeldText | undefined {
  if (getKind(record.kind).texts[fieldNameOf(fieldPath)] === undefined) return undefined;
  const known = heldTextsByRecord.get(record) ?? new Map<FieldPath, HeldText | undefined>();
  heldTextsByRecord.set(record, known);
  if (!known.has(fieldPath)) known.set(fieldPath, findHeldText(record, fieldPath));
  return known.get(fieldPath);
}

function findHeldText(record: AnyRecord, fieldPath: FieldPath): HeldText | undefined {
  const text = textAt(record, fieldPath);
  return text && isUnsupported(text) ? { recordId: record.id, kind: record.kind, field: fieldPath } : undefined;
}

/** Whether the record cannot be created without a text that is held. */
export function isHeldCreate(record: AnyRecord): boolean {
  const { defaults } = getKind(record.kind);
  return [...fieldPathsOf(record)].some(
    (fieldPath) => !(fieldNameOf(fieldPath) in defaults) && heldTextAt(record, fieldPath) !== undefined,
  );
}

/** The command that sets a held text to what the API accepts: all words, without the formatting that no request can carry. */
export function simplifyTextCommand(record: AnyRecord, fieldPath: FieldPath): SingleCommand | undefined {
  const text = textAt(record, fieldPath);
  const dialect = apiDialectOf(text?.rule);
  if (!text || !dialect) return undefined;
  const simplified = simplifyRichText(text.text, dialect);
  const value = text.locale === null ? replaceText(record, text, simplified)[text.field] : { [text.locale]: simplified };
  return changeCommand(record.kind, record.id, { [text.field]: value });
}

/**
 * The local record after the remote has changed a text that is held here: with the changes of both sides. undefined if no text is held, or
 * if both sides changed the same paragraph.
 */
export function mergeHeldText(
  fieldPath: FieldPath,
  base: AnyRecord | undefined,
  local: AnyRecord,
  remote: AnyRecord,
): AnyRecord | undefined {
  if (!base || !heldTextAt(local, fieldPath)) return undefined;
  const [baseText, localText, remoteText] = [base, local, remote].map((record) => textAt(record, fieldPath));
  if (!baseText || !localText || !remoteText) return undefined;
  const merged = mergeRichText(baseText.text, localText.text, remoteText.text);
  return merged === undefined ? undefined : replaceText(local, localText, merged);
}
