/**
 * Records as JSON objects of their own, with the fields as they are stored: the lines of a portable project file, and in part the story in a playable page.
 */

import { parseWithFaults, safeParseJson } from '../../shared/contracts/schema-issues.ts';
import { isJsonObject, isTooDeep, type JsonObject } from '../../shared/json.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { completeFields } from '../../shared/model/complete-fields.ts';
import { getRecordSchema, idSchema } from '../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind, isKindName, recordPath } from '../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../shared/model/kinds/project.ts';
import { type EnvelopeField, fieldsOfRecord } from '../../shared/model/kinds/record-envelope.ts';
import { rankBetween } from '../../shared/model/rank.ts';
import { textsOfRecord } from '../../shared/model/references.ts';
import { LongRichTexts } from '../../shared/rich-text/canonicalize-rich-text.ts';
import { canonicalizeConditionScript } from '../../shared/rich-text/condition-script.ts';
import type { FaultReporter } from './decode-policy.ts';

/** The names that all records have come first. */
export const encodeRecordObject = ({ kind, id, rank, ...rest }: AnyRecord): JsonObject => ({ kind, id, rank, ...rest });

/** A record with only some of its fields, for a reader that needs no others. */
export const encodePartialRecord = ({ kind, id }: Pick<AnyRecord, 'kind' | 'id'>, fields: JsonObject): AnyRecord => ({
  kind,
  id,
  rank: '',
  ...fields,
});

/** Whether it is a record as `encodePartialRecord` creates it. Its fields are not checked. */
export function isPartialRecord(value: unknown): value is AnyRecord {
  const { kind, id } = isJsonObject(value) ? value : {};
  return typeof kind === 'string' && isKindName(kind) && typeof id === 'string' && (kind !== 'project' || id === projectRecordId);
}

export interface RecordFaultReporter extends Pick<FaultReporter, 'addInvalidValue'> {
  /** Adds a rich text or a script whose markup is invalid. */
  addInvalidText(path: string, fault: Message): void;
}

/**
 * Reports faults and returns undefined if there are any, because the file may be damaged or malicious. What depends on other records is validated by the
 * engine. `path` names the object, for a record without a name. `texts` may have prepared its texts.
 */
export function decodeRecordObject(
  value: unknown,
  path: string,
  reporter: RecordFaultReporter,
  texts: Pick<LongRichTexts, 'canonicalize'> = new LongRichTexts(),
): AnyRecord | undefined {
  if (!isJsonObject(value)) {
    reporter.addInvalidValue(path, message('fault.type.object'));
    return undefined;
  }
  const { kind, id } = value;
  if (typeof kind !== 'string' || !isKindName(kind)) {
    reporter.addInvalidValue(`${path}.kind`, message('fault.unknownKind'));
    return undefined;
  }
  // Ids become keys of objects. A property that every object has would be found even if there is no record with this id.
  if (!safeParseJson(idSchema, id).success || String(id) in {}) {
    reporter.addInvalidValue(`${path}.id`, message('fault.invalidValue'));
    return undefined;
  }
  const ownPath = recordPath(kind, String(id));
  const report = (faults: Iterable<Fault>) => {
    const all = [...faults];
    for (const { field, fault, isOfText } of all) {
      const faultPath = `${ownPath}.${field}`;
      if (isOfText) reporter.addInvalidText(faultPath, fault);
      else reporter.addInvalidValue(faultPath, fault);
    }
    return all.length > 0;
  };
  if (report(findEnvelopeFaults(value))) return undefined;
  // The properties that all kinds have are valid; the schema of the kind validates the others.
  const record = completeFields(value as unknown as AnyRecord);
  return report(findFieldFaults(record, texts)) ? undefined : record;
}

interface Fault {
  readonly field: string;
  readonly fault: Message;
  /** Whether the markup of a text is invalid. */
  readonly isOfText?: boolean;
}

/** What is wrong with a property of the envelope; missing ones are undefined. The engine validates local comments. */
const envelopeFaults: Readonly<Record<EnvelopeField, (value: unknown, record: JsonObject) => Message | undefined>> = {
  kind: () => undefined,
  id: (id, { kind }) => faultUnless(kind !== 'project' || id === projectRecordId),
  rank: (rank, { kind }) => faultUnless(kind === 'project' ? rank === '' : isRank(rank)),
  outputRank: (rank) => faultUnless(rank === undefined || isRank(rank)),
  extra(extra) {
    if (extra !== undefined && !isJsonObject(extra)) return message('fault.type.object');
    return isTooDeep(extra) ? message('import.fault.tooDeep') : undefined;
  },
  translatedFrom(sources) {
    if (sources === undefined) return undefined;
    if (!isJsonObject(sources)) return message('fault.type.object');
    return faultUnless(Object.values(sources).every((source) => typeof source === 'string'));
  },
  localComments: () => undefined,
};

const faultUnless = (isValid: boolean): Message | undefined => (isValid ? undefined : message('fault.invalidValue'));

function* findEnvelopeFaults(record: JsonObject): Iterable<Fault> {
  for (const [field, find] of Object.entries(envelopeFaults)) {
    const fault = find(record[field], record);
    if (fault) yield { field, fault };
  }
}

function isRank(value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false;
  try {
    rankBetween(value, null);
    return true;
  } catch {
    return false;
  }
}

function* findFieldFaults(record: AnyRecord, texts: Pick<LongRichTexts, 'canonicalize'>): Iterable<Fault> {
  const { kind, extra = {} } = record;
  const fields = fieldsOfRecord(record);
  const known = getKind(kind).fields;
  for (const field in extra) if (field in known) yield { field: `extra.${field}`, fault: message('fault.unknownField') };
  for (const field in fields) if (isTooDeep(fields[field])) return yield { field, fault: message('import.fault.tooDeep') };
  const parsed = parseWithFaults(getRecordSchema(kind), fields);
  if (!parsed.success) return yield* parsed.faults.map(([path, fault]) => ({ field: path, fault }));
  // Texts are shown as HTML, so everything that no editor of Taleport would have stored is rejected.
  for (const { field, locale, text, rule } of textsOfRecord(record)) {
    if (rule.format === 'plain') continue;
    const path = locale === null ? field : `${field}.${locale}`;
    const read = rule.format === 'script' ? canonicalizeConditionScript(text) : texts.canonicalize(text);
    if (!read.ok) yield { field: path, fault: read.error, isOfText: true };
    else if (('script' in read ? read.script : read.html) !== text) yield { field: path, fault: message('import.fault.notCanonical') };
  }
}
