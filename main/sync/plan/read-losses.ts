/** (I32) What the project would lose by a read that is more likely a fault of the remote than an intended change. */
import { addToList } from '../../../shared/lists.ts';
import type { TextRule } from '../../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type FieldPath, fieldNameOf, fieldPathsOf, fieldValue, isSameField, localeOf } from './field-paths.ts';
import { mergeRemovals, type SyncTrees } from './merge-trees.ts';

/** What a read lacks: records, or the values of one sort. `removedLanguages`: the language itself, too, so that no request could send its texts. */
export const lossSorts = ['records', 'languages', 'removedLanguages', 'texts', 'scripts', 'places', 'attachments', 'covers'] as const;
type LossSort = (typeof lossSorts)[number];

/** `sorts`: those of ReadLosses, from a stored conflict. Rows of earlier versions have none, and are about records. */
export const hasLossOf = (sorts: unknown, sort: LossSort): boolean => Array.isArray(sorts) && sorts.includes(sort);

export interface ReadLosses {
  /** Records that would be removed locally, sorted. */
  readonly ids: readonly string[];
  /** Values that would become empty locally, each as `<id>#<field path>`, sorted. */
  readonly fields: readonly string[];
  readonly sorts: readonly LossSort[];
}

/** What a read says about itself. */
export interface ReadEvidence {
  /** Ids in lists that the read does not contain. */
  readonly danglingIds: ReadonlySet<string>;
  /** Whether it has several languages and the texts of only one, although all were requested. */
  readonly isSingleLanguage: boolean;
}

/** If more records than this and more than half of the project would be removed, the user is asked first. */
const maxRemovals = 20;
/** The user is also asked if nothing is left of a project with at least this many records, or if this many values of a sort become empty. */
const minProjectSize = 5;

/** Empty if the read is plausible. Values that were changed locally are in conflict, and not lost. */
export function findReadLosses(trees: SyncTrees, { danglingIds, isSingleLanguage }: ReadEvidence): ReadLosses {
  const ids = findDisappearedRecords(trees, danglingIds);
  const droppedLocales = findDroppedLocales(trees);
  const doubtful = findLostValues(trees, (iso) => isSingleLanguage || droppedLocales.has(iso));
  const isLanguageDropped = doubtful.languages.some((iso) => droppedLocales.has(iso));
  const areAllDropped = doubtful.languages.every((iso) => droppedLocales.has(iso));
  const sorts = new Set<LossSort>([
    ...(ids.length > 0 ? ['records' as const] : []),
    ...doubtful.sorts.filter((sort) => sort !== 'languages' || !areAllDropped),
    ...(isLanguageDropped ? ['removedLanguages' as const] : []),
  ]);
  return {
    ids: [...new Set([...ids, ...doubtful.ids])].sort(),
    fields: [...new Set([...doubtful.fields, ...(isLanguageDropped ? [`${projectRecordId}#locales`] : [])])].sort(),
    sorts: lossSorts.filter((sort) => sorts.has(sort)),
  };
}

export const isWithoutLosses = ({ ids, fields }: Pick<ReadLosses, 'ids' | 'fields'>): boolean => ids.length + fields.length === 0;

/**
 * The records that are missing in an implausible read. One that contradicts itself, or that would remove most of the local project, is more
 * likely a fault of the remote than an intended removal: a truncated export, a broken backup, or another project with the same hash.
 */
function findDisappearedRecords({ base, local, remote }: SyncTrees, danglingIds: ReadonlySet<string>): readonly string[] {
  const missing = [...base.records()].flatMap(({ id }) => (!remote.has(id) && local.has(id) ? [id] : []));
  if (missing.length === 0) return [];
  if (missing.some((id) => danglingIds.has(id))) return missing.sort();
  const removed = mergeRemovals(base, local, remote).removeLocally;
  const isMost = removed.size > maxRemovals && removed.size * 2 > base.size;
  // Every project has these records.
  const isRoot = ({ kind, parentId }: AnyRecord) => kind === 'project' || parentId === null;
  const isOther = removed.size >= minProjectSize && [...base.records()].every((record) => !remote.has(record.id) || isRoot(record));
  return isMost || isOther ? [...removed].sort() : [];
}

/** The languages that the read lacks and both sides had. */
function findDroppedLocales({ base, local, remote }: SyncTrees): ReadonlySet<string> {
  const [agreed, read] = [base.find('project', projectRecordId), remote.find('project', projectRecordId)];
  if (!agreed || !read) return new Set();
  const remaining = new Set(read.locales.map(({ iso }) => iso));
  const here = new Set(local.projectRecord.locales.map(({ iso }) => iso));
  return new Set(agreed.locales.flatMap(({ iso }) => (!remaining.has(iso) && here.has(iso) ? [iso] : [])));
}

type ValueSort = Exclude<LossSort, 'records' | 'languages' | 'removedLanguages'>;

interface LostValues extends ReadLosses {
  readonly languages: readonly string[];
}

/** The lost values of each sort, and of each language, of which more than half are lost. Of a language that `isSuspect`, one text suffices. */
function findLostValues({ base, local, remote }: SyncTrees, isSuspect: (iso: string) => boolean): LostValues {
  const lost = { sorts: new Map<ValueSort, string[]>(), languages: new Map<string, string[]>() };
  const attachments: string[] = [];
  for (const baseRecord of base.records()) {
    const [localRecord, remoteRecord] = [local.get(baseRecord.id), remote.get(baseRecord.id)];
    if (!localRecord || remoteRecord === baseRecord) continue;
    if (!remoteRecord && isDetached(baseRecord, remote)) attachments.push(baseRecord.id);
    if (!remoteRecord) continue;
    for (const { fieldPath, sort, locale } of valuesOf(baseRecord)) {
      const isLost = isEmptyValue(sort, remoteRecord, fieldPath) && isSameField(baseRecord.kind, fieldPath, baseRecord, localRecord);
      if (!isLost) continue;
      addToList(lost.sorts, sort, `${baseRecord.id}#${fieldPath}`);
      if (locale !== null) addToList(lost.languages, locale, `${baseRecord.id}#${fieldPath}`);
    }
  }
  const isWorthCounting = [...lost.sorts.values(), ...lost.languages.values()].length + attachments.length > 0;
  const totals = isWorthCounting ? countValues(base) : { sorts: new Map<ValueSort, number>(), languages: new Map<string, number>() };
  const isMost = (count: number, total = 0) => count * 2 > total;
  const sorts = [...lost.sorts].filter(
    ([sort, fields]) => fields.length >= minProjectSize && isMost(fields.length, totals.sorts.get(sort)),
  );
  const languages = [...lost.languages].filter(
    ([iso, fields]) => fields.length >= (isSuspect(iso) ? 1 : minProjectSize) && isMost(fields.length, totals.languages.get(iso)),
  );
  const areAttachmentsLost = attachments.length >= minProjectSize && isMost(attachments.length, totals.sorts.get('attachments'));
  return {
    ids: areAttachmentsLost ? attachments : [],
    fields: [...sorts, ...languages].flatMap(([, fields]) => fields),
    sorts: [
      ...sorts.map(([sort]) => sort),
      ...(languages.length > 0 ? ['languages' as const] : []),
      ...(areAttachmentsLost ? ['attachments' as const] : []),
    ],
    languages: languages.map(([iso]) => iso),
  };
}

function countValues(base: Project): { readonly sorts: ReadonlyMap<ValueSort, number>; readonly languages: ReadonlyMap<string, number> } {
  const [sorts, languages] = [new Map<ValueSort, number>(), new Map<string, number>()];
  for (const record of base.records()) {
    if (isAttachment(record)) sorts.set('attachments', (sorts.get('attachments') ?? 0) + 1);
    for (const { sort, locale } of valuesOf(record)) {
      sorts.set(sort, (sorts.get(sort) ?? 0) + 1);
      if (locale !== null) languages.set(locale, (languages.get(locale) ?? 0) + 1);
    }
  }
  return { sorts, languages };
}

const isAttachment = ({ kind }: AnyRecord): boolean => kind === 'componentAttachment' || kind === 'audioAttachment';

/** Whether the read lacks an attachment, although it has both what it is attached to and what is attached. */
function isDetached(record: AnyRecord, remote: Project): boolean {
  const { componentId, assetId, elementId } = record;
  return isAttachment(record) && remote.has(String(elementId)) && remote.has(String(componentId ?? assetId));
}

interface CountedValue {
  readonly fieldPath: FieldPath;
  readonly sort: ValueSort;
  /** The language of a localized text. */
  readonly locale: string | null;
}

/** The values of a record that are counted and not empty. */
function* valuesOf(record: AnyRecord): Generator<CountedValue> {
  const { texts } = getKind(record.kind);
  for (const fieldPath of fieldPathsOf(record)) {
    const field = fieldNameOf(fieldPath);
    const sort = sortOfField(field, texts[field]);
    if (sort !== undefined && !isEmptyValue(sort, record, fieldPath))
      yield { fieldPath, sort, locale: sort === 'texts' && field !== 'extra' ? localeOf(fieldPath) : null };
  }
}

function sortOfField(field: string, rule: TextRule | undefined): ValueSort | undefined {
  if (field === 'cover') return 'covers';
  if (field === 'x') return 'places';
  if (rule === undefined || rule.isTypedValue) return undefined;
  return rule.format === 'script' ? 'scripts' : 'texts';
}

function isEmptyValue(sort: ValueSort, record: AnyRecord, fieldPath: FieldPath): boolean {
  if (sort === 'places') return (record.x ?? 0) === 0 && (record.y ?? 0) === 0;
  const value = fieldValue(record, fieldPath) ?? null;
  return value === null || value === '';
}
