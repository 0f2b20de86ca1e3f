/** The reports of damage, with the rows as they were found: damaged records are retained and never deleted while their project exists. */
import { z } from 'zod';
import { type Damage, type DamagedRecord, damageOutcomes } from '../../../shared/contracts/damage.ts';
import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { parseStoredJson } from '../../../shared/json.ts';
import { isKindName, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { type JournalEntry, journalEntrySchema } from '../history/undo-history.ts';
import type { ProjectStore } from '../storage/project-store.ts';
import type { RecordRow } from '../storage/stored-rows.ts';

export const damageStoreName = 'damage';

export interface DamageReport {
  /** `<project hash>/<time>`. */
  readonly id: string;
  readonly hash: string;
  /** Microseconds since 1970. */
  readonly at: number;
  readonly records: readonly DamagedRecord[];
  readonly dependents: readonly JournalEntry[];
  /** The rows as they were found. */
  readonly rows: readonly RecordRow[];
  readonly isOpen: boolean;
}

const damagedRecordSchema: z.ZodType<DamagedRecord> = z.object({
  id: z.string(),
  kind: z.custom<KindName>((kind) => typeof kind === 'string' && isKindName(kind)).nullable(),
  title: z.string(),
  board: z.string(),
  outcome: z.enum(damageOutcomes),
  backup: z.object({ id: z.string(), at: z.string() }).nullable(),
});
/** A damaged row may have values of other types than its columns. */
const rowSchema: z.ZodType<RecordRow> = z.object({
  id: z.coerce.string(),
  kind: z.coerce.string(),
  parent: z.coerce.string().nullable(),
  rank: z.coerce.string(),
  json: z.coerce.string(),
  checksum: z.number(),
});
const reportSchema: z.ZodType<DamageReport> = z.object({
  id: z.string(),
  hash: z.string(),
  at: z.number(),
  records: z.array(damagedRecordSchema),
  dependents: z.array(journalEntrySchema),
  rows: z.array(rowSchema),
  isOpen: z.boolean(),
});

/** The reports of one project or of all, oldest first. */
export const readDamageReports = (store: ProjectStore, hash?: string): DamageReport[] =>
  store
    .listValues(damageStoreName, hash === undefined ? '' : `${hash}/`, hash === undefined ? '\u{10ffff}' : `${hash}0`)
    .map(({ json }) => reportSchema.parse(parseStoredJson(json)));

export const damageReportWrites = (report: DamageReport): KeyValueWrites => ({
  store: damageStoreName,
  put: [{ id: report.id, value: report }],
});

/** The writes that remove the reports of a project. */
export const damageRemovalWrites = (store: ProjectStore, hash: string): KeyValueWrites[] => [
  { store: damageStoreName, remove: readDamageReports(store, hash).map(({ id }) => id) },
];

export const describeDamage = ({ id, hash, at, records, dependents, isOpen }: DamageReport, projectName: string): Damage => ({
  id,
  hash,
  projectName,
  at: formatIsoTime(at),
  records,
  dependents: dependents.length,
  isOpen,
});
