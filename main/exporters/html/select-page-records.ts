/** The records that a page contains: what a play reads and shows, and nothing else of a project (no notes, no comments, no positions). */
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { resolveLocalizedText } from '../../../shared/model/resolve-localized-text.ts';
import { BoardScope } from '../board-scope.ts';
import type { SerializeOptions } from '../exporter.ts';
import { LanguageSelection, type LocalizedField } from '../language-selection.ts';

/** The fields that a play reads, by kind; all records of these kinds that belong to the exported boards. */
const playedFields = {
  element: ['theme', 'title', 'content', 'cover'],
  connection: ['sourceid', 'targetid', 'label', 'outputRank'],
  branch: [],
  condition: ['branchId', 'role', 'script', 'rank'],
  jumper: ['elementId'],
  variable: ['name', 'type', 'value', 'rank'],
  audioAttachment: ['elementId', 'assetId', 'mode', 'delay', 'rank'],
} as const satisfies Partial<Record<KindName, readonly string[]>>;

/** Those that only matter where scripts can name them. */
const scopeFields = {
  board: ['customId'],
  component: ['customId'],
  attribute: ['cId', 'customId', 'value'],
} as const satisfies Partial<Record<KindName, readonly string[]>>;

const localizedFields: readonly string[] = ['title', 'content', 'label'];
const boardKinds: readonly string[] = ['element', 'connection', 'branch', 'condition', 'jumper'];

/** In the order of their ids, so that the same story always gives the same bytes. */
export function* selectPageRecords(project: Project, options: SerializeOptions): Generator<AnyRecord> {
  const boards = new BoardScope(project, options.boardIds);
  const languages = new LanguageSelection(project, options);
  const locales = languages.single === null ? languages.all : singleLocale(project, languages.single);
  const main = locales.find(({ base }) => base === null)?.iso ?? project.mainLocale;
  const { projectRecord } = project;
  const { name, css, startingElement } = projectRecord;
  const start = startingElement !== null && boards.hasItem(startingElement) ? startingElement : null;
  yield { kind: 'project', id: projectRecord.id, rank: '', name, css, locales, startingElement: start };

  const localize = (cells: LocalizedField): LocalizedField =>
    Object.fromEntries(
      locales.flatMap(({ iso }) => {
        const text = iso === main ? resolveLocalizedText(cells, iso, projectRecord.locales).html : (cells[iso]?.text ?? null);
        return text === null ? [] : [[iso, { text }] as const];
      }),
    );
  const usedAssets = new Set<string>();
  for (const record of sortedRecords(project)) {
    const fields = playedFieldsOf(record);
    if (!fields || (boardKinds.includes(record.kind) && !boards.hasItem(record.id))) continue;
    const played: Record<string, unknown> = { kind: record.kind, id: record.id, rank: '' };
    // The fields named above as localized are so in every kind.
    for (const field of fields) played[field] = localizedFields.includes(field) ? localize(record[field] as LocalizedField) : record[field];
    // The loop above sets the fields of the kind; the others are not read by a play.
    yield played as AnyRecord;
    if (record.kind === 'audioAttachment') usedAssets.add(String(record.assetId));
    if (record.kind === 'element') usedAssets.add(coverAssetId(record) ?? '');
  }
  for (const id of [...usedAssets].sort()) {
    const asset = project.find('asset', id);
    if (asset && asset.type !== 'folder') yield { kind: 'asset', id, rank: '', type: asset.type, name: asset.name, volume: asset.volume };
  }
}

const singleLocale = (project: Project, iso: string) =>
  project.projectRecord.locales.filter((locale) => locale.iso === iso).map((locale) => ({ ...locale, base: null }));

/** The ids in order, sorted again only where records were added or removed since: a target writes the page after each change. */
function* sortedRecords(project: Project): Generator<AnyRecord> {
  for (const id of sortedIds(project)) {
    const record = project.get(id);
    if (record) yield record;
  }
}

const idsByProject = new WeakMap<Project, { readonly ids: readonly string[]; changeCount: number }>();

function sortedIds(project: Project): readonly string[] {
  const known = idsByProject.get(project);
  const changes = known && project.recentChanges.since(known.changeCount);
  if (known && changes?.every(({ before, after }) => before && after)) {
    known.changeCount = project.recentChanges.count;
    return known.ids;
  }
  const ids = [...project.records()].map(({ id }) => id).sort();
  idsByProject.set(project, { ids, changeCount: project.recentChanges.count });
  return ids;
}

function playedFieldsOf(record: AnyRecord): readonly string[] | undefined {
  if (record.kind in scopeFields) return record.customId == null ? undefined : scopeFields[record.kind as keyof typeof scopeFields];
  return record.kind in playedFields ? playedFields[record.kind as keyof typeof playedFields] : undefined;
}

function coverAssetId({ cover }: AnyRecord): string | undefined {
  return typeof cover === 'object' && cover !== null && 'id' in cover && typeof cover.id === 'string' ? cover.id : undefined;
}
