/**
 * An entry of an export as a record: what no read tells is as the base has it, and what says the same as the base is the base's own record.
 * Values that cannot be come through as they are: who takes them in refuses the one record (I20).
 */
import { type AnyRecord, type KindName, kindNamed } from '../../../shared/kinds/all.ts';
import { cellsOf, isCopy, sameCell, withCell } from '../plan/cells.ts';
import type { Ranks } from './orders.ts';
import type { Raw } from './raw.ts';

export interface Draft {
  readonly kind: KindName;
  readonly id: string;
  readonly raw: Raw;
  /** Fields that are read in a way of their own. */
  readonly given: Raw;
}

const lists = ['elements', 'notes', 'jumpers', 'branches', 'connections'];

/** What stands in an export for something else than a field of the record. */
const taken: { readonly [K in KindName]?: readonly string[] } = {
  project: [...lists, 'boards', 'conditions', 'components', 'attributes', 'assets', 'variables', 'comments', 'contents'],
  board: [...lists, 'root', 'children', 'comments', 'attributes', 'variables'],
  element: ['outputs', 'components', 'attributes', 'assets'],
  branch: ['conditions'],
  condition: ['output'],
  component: ['root', 'children', 'attributes', 'assets'],
  asset: ['root', 'children'],
  variable: ['cType', 'cId', 'root', 'children'],
  comment: ['position', 'replies'],
};

/** Left out where they say nothing: not there means their default. What else is not there is not told. */
const leftOut: { readonly [K in KindName]?: readonly string[] } = {
  connection: ['sourceFace', 'targetFace', 'labelLocation', 'labelWidth'],
};

export function finished({ kind: name, id, raw, given }: Draft, ranks: Ranks, found: AnyRecord | undefined): AnyRecord {
  const kind = kindNamed(name);
  const known = found?.kind === name ? found : undefined;
  const untold = (field: string) => (leftOut[name]?.includes(field) ? kind.defaults[field] : (known?.[field] ?? kind.defaults[field]));
  const isTold = (field: string, value: unknown) =>
    value !== undefined && (value !== null || kind.fields[field]?.safeParse(null).success === true);
  const read: Record<string, unknown> = { kind: name, id, ...ranks };
  for (const field in kind.fields) read[field] = field in given ? given[field] : isTold(field, raw[field]) ? raw[field] : untold(field);
  const unknown = Object.keys(raw).filter((field) => !(field in kind.fields) && !taken[name]?.includes(field) && field !== 'id');
  if (unknown.length > 0) read.extra = Object.fromEntries(unknown.map((field) => [field, raw[field]]));
  return known ? like(read as AnyRecord, known) : (read as AnyRecord);
}

/** Cell by cell as the base says it where both say the same: ids of entries, marks that do not count, texts that say nothing. */
function like(read: AnyRecord, known: AnyRecord): AnyRecord {
  let record = read;
  if (!isCopy(read, known))
    for (const cell of cellsOf(read, known)) if (sameCell(read.kind, cell, read, known)) record = withCell(record, cell, known);
  return record.rank === known.rank && record.outputRank === known.outputRank && isCopy(record, known) ? known : record;
}
