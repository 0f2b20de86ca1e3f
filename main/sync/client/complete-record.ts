/**
 * Turns an entry of an export into a record: fields that exports leave out come from the base, and a record that equals that of the base is
 * the base's own object. Invalid values are retained: the merge only rejects the records that contain them (I20).
 */
import type { JsonObject } from '../../../shared/json.ts';
import { getFieldSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { fieldPathsOf, hasIdenticalFields, hasSameLabels, isSameField, withFieldFrom } from '../plan/field-paths.ts';
import type { RecordRanks } from './rank-assigner.ts';

export interface IncompleteRecord {
  readonly kind: KindName;
  readonly id: string;
  readonly raw: JsonObject;
  /** Fields that are parsed separately. */
  readonly fields: JsonObject;
}

const boardItemLists = ['elements', 'notes', 'jumpers', 'branches', 'connections'];

/** Members of export entries that are not fields of the record. */
const structuralFields: { readonly [K in KindName]?: readonly string[] } = {
  project: [...boardItemLists, 'boards', 'conditions', 'components', 'attributes', 'assets', 'variables', 'comments', 'contents'],
  board: [...boardItemLists, 'root', 'children', 'comments', 'attributes', 'variables'],
  element: ['outputs', 'components', 'attributes', 'assets'],
  branch: ['conditions'],
  condition: ['output'],
  component: ['root', 'children', 'attributes', 'assets'],
  asset: ['root', 'children'],
  variable: ['cType', 'cId', 'root', 'children'],
  comment: ['position', 'replies'],
};

export function completeRecord(
  { kind: name, id, raw, fields }: IncompleteRecord,
  ranks: RecordRanks,
  baseRecord: AnyRecord | undefined,
): AnyRecord {
  const kind = getKind(name);
  const known = baseRecord?.kind === name ? baseRecord : undefined;
  const missingValue = (field: string) =>
    kind.facets[field]?.export === 'unlessDefault' ? kind.defaults[field] : (known?.[field] ?? kind.defaults[field]);
  const isGiven = (field: string, value: unknown) =>
    value !== undefined && (value !== null || getFieldSchema(kind.kind, field)?.safeParse(null).success === true);
  const read: Record<string, unknown> = { kind: name, id, ...ranks };
  for (const field in kind.fields) {
    const given = isGiven(field, raw[field]) ? raw[field] : missingValue(field);
    read[field] = field in fields ? fields[field] : given;
  }
  const unknown = Object.keys(raw).filter((field) => !(field in kind.fields) && !structuralFields[name]?.includes(field) && field !== 'id');
  if (unknown.length > 0) read.extra = Object.fromEntries(unknown.map((field) => [field, raw[field]]));
  // It has all fields of its kind. Their values are checked when it is merged (I20).
  const record = read as AnyRecord;
  return known ? preferBaseValues(record, known) : record;
}

/**
 * Uses the base's value for each field path where both are equivalent: they may differ in the ids of entries, irrelevant markup and empty
 * texts.
 */
function preferBaseValues(read: AnyRecord, known: AnyRecord): AnyRecord {
  let record = read;
  if (!hasIdenticalFields(read, known))
    for (const fieldPath of fieldPathsOf(read, known))
      if (isSameField(read.kind, fieldPath, read, known) && hasSameLabels(fieldPath, read, known))
        record = withFieldFrom(record, fieldPath, known);
  return record.rank === known.rank && record.outputRank === known.outputRank && hasIdenticalFields(record, known) ? known : record;
}
