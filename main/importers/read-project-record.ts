/**
 * Reads one record of a portable project file, which may be damaged or malicious. What depends on other records is validated by the engine.
 */

import { parseWithFaults, safeParseJson } from '../../shared/contracts/schema-issues.ts';
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { completeFields } from '../../shared/model/complete-fields.ts';
import { getRecordSchema, idSchema } from '../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind, isKindName } from '../../shared/model/kinds/kinds.ts';
import { rankBetween } from '../../shared/model/rank.ts';
import { textsOfRecord } from '../../shared/model/references.ts';
import { canonicalizeRichText } from '../../shared/rich-text/canonicalize-rich-text.ts';
import { canonicalizeConditionScript } from '../../shared/rich-text/condition-script.ts';
import { isTooDeep } from '../story-format/story-decoder.ts';
import type { ImportErrors } from './import-errors.ts';

/** Adds errors to `errors` and returns undefined if there are any. `path` names the line, for a record without a name. */
export function readProjectRecord(value: unknown, path: string, errors: ImportErrors): AnyRecord | undefined {
  if (!isJsonObject(value)) {
    errors.addInvalidValue(path, message('fault.type.object'));
    return undefined;
  }
  const { kind, id } = value;
  if (typeof kind !== 'string' || !isKindName(kind)) {
    errors.addInvalidValue(`${path}.kind`, message('fault.unknownKind'));
    return undefined;
  }
  // Ids become keys of objects. A property that every object has would be found even if there is no record with this id.
  if (!safeParseJson(idSchema, id).success || String(id) in {}) {
    errors.addInvalidValue(`${path}.id`, message('fault.invalidValue'));
    return undefined;
  }
  const recordPath = kind === 'project' ? 'project' : `${getKind(kind).plural}.${id}`;
  const addFaults = (faults: Iterable<Fault>) => {
    const all = [...faults];
    for (const { field, fault, isOfText } of all) {
      const faultPath = `${recordPath}.${field}`;
      if (isOfText) errors.addInvalidText(faultPath, fault);
      else errors.addInvalidValue(faultPath, fault);
    }
    return all.length > 0;
  };
  if (addFaults(findEnvelopeFaults(value))) return undefined;
  // The properties that all kinds have are valid; the schema of the kind validates the others.
  const record = completeFields(value as unknown as AnyRecord);
  return addFaults(findFieldFaults(record)) ? undefined : record;
}

interface Fault {
  readonly field: string;
  readonly fault: Message;
  /** Whether the markup of a text is invalid. */
  readonly isOfText?: boolean;
}

/** Finds faults of the properties that records of every kind have. */
function* findEnvelopeFaults({ kind, id, rank, outputRank, extra, translatedFrom }: JsonObject): Iterable<Fault> {
  if (kind === 'project' && id !== 'project') yield { field: 'id', fault: message('fault.invalidValue') };
  if (kind === 'project' ? rank !== '' : !isRank(rank)) yield { field: 'rank', fault: message('fault.invalidValue') };
  if (outputRank !== undefined && !isRank(outputRank)) yield { field: 'outputRank', fault: message('fault.invalidValue') };
  if (extra !== undefined && !isJsonObject(extra)) yield { field: 'extra', fault: message('fault.type.object') };
  else if (isTooDeep(extra)) yield { field: 'extra', fault: message('import.fault.tooDeep') };
  if (translatedFrom === undefined) return;
  if (!isJsonObject(translatedFrom)) yield { field: 'translatedFrom', fault: message('fault.type.object') };
  else if (Object.values(translatedFrom).some((source) => typeof source !== 'string'))
    yield { field: 'translatedFrom', fault: message('fault.invalidValue') };
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

function* findFieldFaults(record: AnyRecord): Iterable<Fault> {
  const { kind, id: _i, rank: _r, outputRank: _o, extra = {}, translatedFrom: _t, localComments: _c, ...fields } = record;
  const { kind: kindName, fields: known } = getKind(kind);
  for (const field in extra) if (field in known) yield { field: `extra.${field}`, fault: message('fault.unknownField') };
  for (const field in fields) if (isTooDeep(fields[field])) return yield { field, fault: message('import.fault.tooDeep') };
  const parsed = parseWithFaults(getRecordSchema(kindName), fields);
  if (!parsed.success) return yield* parsed.faults.map(([path, fault]) => ({ field: path, fault }));
  // Texts are shown as HTML, so everything that no editor of Taleport would have stored is rejected.
  for (const { field, locale, text, rule } of textsOfRecord(record)) {
    if (rule.format === 'plain') continue;
    const path = locale === null ? field : `${field}.${locale}`;
    const read = rule.format === 'script' ? canonicalizeConditionScript(text) : canonicalizeRichText(text, 'story');
    if (!read.ok) yield { field: path, fault: read.error, isOfText: true };
    else if (('script' in read ? read.script : read.html) !== text) yield { field: path, fault: message('import.fault.notCanonical') };
  }
}
