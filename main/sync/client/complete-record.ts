/**
 * An entry of an export as a record: what no read tells is as the base has it, and what says the same as the base is the base's own record.
 * Values that cannot be come through as they are: who takes them in refuses the one record (I20).
 */
import { getFieldSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { fieldPathsOf, hasIdenticalFields, isSameField, withFieldFrom } from '../plan/field-paths.ts';
import type { JsonObject } from './json-object.ts';
import type { RecordRanks } from './rank-assigner.ts';

export interface RecordDraft {
  readonly kind: KindName;
  readonly id: string;
  readonly raw: JsonObject;
  /** Fields that are read in a way of their own. */
  readonly fields: JsonObject;
}

const boardItemLists = ['elements', 'notes', 'jumpers', 'branches', 'connections'];

/** What stands in an export for something else than a field of the record. */
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

export function completeRecord({ kind: name, id, raw, fields }: RecordDraft, ranks: RecordRanks, found: AnyRecord | undefined): AnyRecord {
  const kind = getKind(name);
  const known = found?.kind === name ? found : undefined;
  const untold = (field: string) =>
    kind.facets[field]?.export === 'unlessDefault' ? kind.defaults[field] : (known?.[field] ?? kind.defaults[field]);
  const isTold = (field: string, value: unknown) =>
    value !== undefined && (value !== null || getFieldSchema(kind.kind, field)?.safeParse(null).success === true);
  const read: Record<string, unknown> = { kind: name, id, ...ranks };
  for (const field in kind.fields) read[field] = field in fields ? fields[field] : isTold(field, raw[field]) ? raw[field] : untold(field);
  const unknown = Object.keys(raw).filter((field) => !(field in kind.fields) && !structuralFields[name]?.includes(field) && field !== 'id');
  if (unknown.length > 0) read.extra = Object.fromEntries(unknown.map((field) => [field, raw[field]]));
  return known ? preferBaseValues(read as AnyRecord, known) : (read as AnyRecord);
}

/** Cell by cell as the base says it where both say the same: ids of entries, marks that do not count, texts that say nothing. */
function preferBaseValues(read: AnyRecord, known: AnyRecord): AnyRecord {
  let record = read;
  if (!hasIdenticalFields(read, known))
    for (const fieldPath of fieldPathsOf(read, known))
      if (isSameField(read.kind, fieldPath, read, known)) record = withFieldFrom(record, fieldPath, known);
  return record.rank === known.rank && record.outputRank === known.outputRank && hasIdenticalFields(record, known) ? known : record;
}
