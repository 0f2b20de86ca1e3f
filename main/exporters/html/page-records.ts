/** The records in a page: only what is needed to play the story and to show it (no notes, comments or positions). */

import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { localizedTextOf, resolveLocalizedText } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { encodePartialRecord } from '../../story-format/record-codec.ts';
import { BoardScope, LanguageSelection, type LocalizedValues } from '../../story-format/story-selection.ts';
import type { SerializeOptions } from '../exporter.ts';

/** The fields that are needed, by kind. All records of these kinds that belong to the exported boards are included. */
const playedFields = {
  element: ['theme', 'title', 'content', 'cover'],
  connection: ['sourceid', 'targetid', 'label', 'outputRank'],
  branch: [],
  condition: ['branchId', 'role', 'script', 'rank'],
  jumper: ['elementId'],
  variable: ['name', 'type', 'value', 'rank'],
  audioAttachment: ['elementId', 'assetId', 'mode', 'delay', 'rank'],
} as const satisfies Partial<Record<KindName, readonly string[]>>;

/** Kinds whose records are only needed because scripts may name them. */
const scopeFields = {
  board: ['customId'],
  component: ['customId'],
  attribute: ['cId', 'customId', 'value'],
} as const satisfies Partial<Record<KindName, readonly string[]>>;

const fieldsByKind: Readonly<Record<string, readonly string[]>> = { ...playedFields, ...scopeFields };

/** The part of a project that an export selects. */
export interface PageSelection {
  readonly project: Project;
  readonly boards: BoardScope;
  readonly languages: LanguageSelection;
  /** The exported languages. The main one has no base. */
  readonly locales: readonly Locale[];
}

/** Throws a Problem `invalid` with the field for an unknown language or board. */
export function selectForPage(project: Project, options: SerializeOptions): PageSelection {
  const boards = new BoardScope(project, options.boardIds);
  const languages = new LanguageSelection(project, options);
  const locales =
    languages.single === null
      ? languages.all
      : project.projectRecord.locales.filter(({ iso }) => iso === languages.single).map((locale) => ({ ...locale, base: null }));
  return { project, boards, languages, locales };
}

export function pageProjectRecord({ project: { projectRecord }, boards, locales }: PageSelection): AnyRecord {
  const { name, css, startingElement } = projectRecord;
  const start = startingElement !== null && boards.hasItem(startingElement) ? startingElement : null;
  return encodePartialRecord(projectRecord, { name, css, locales, startingElement: start });
}

/** Whether a page may contain records of the kind. */
export const isPlayedKind = (kind: string): boolean => kind in fieldsByKind;

/** A record with the needed fields; undefined if it is not in the page. */
export function toPlayedRecord(record: AnyRecord, { project, boards, locales }: PageSelection): AnyRecord | undefined {
  const fields = fieldsByKind[record.kind];
  if (!fields || (record.kind in scopeFields && record.customId == null)) return undefined;
  if (!boards.includes(record)) return undefined;
  const main = locales.find(({ base }) => base === null)?.iso ?? project.mainLocale;
  const localize = (texts: LocalizedValues): LocalizedValues =>
    Object.fromEntries(
      locales.flatMap(({ iso }) => {
        const resolved = resolveLocalizedText(texts, iso, project.projectRecord.locales);
        // The page itself falls back to other languages, but only to those in it.
        const isLeftOut = !locales.some((locale) => locale.iso === resolved.iso);
        const text = iso === main || isLeftOut ? resolved.html : (texts[iso]?.text ?? null);
        return text === null ? [] : [[iso, { text }] as const];
      }),
    );
  const played: Record<string, unknown> = {};
  const { localizedFields } = getKind(record.kind);
  for (const field of fields) played[field] = localizedFields.includes(field) ? localize(localizedTextOf(record, field)) : record[field];
  if (record.kind === 'jumper' && !boards.hasItem(String(record.elementId))) played.elementId = null;
  return encodePartialRecord(record, played);
}

/** The assets that the elements of these boards show or play. */
export function pageAssetIds(project: Project, boards: BoardScope): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { assetId, elementId } of project.recordsOfKind('audioAttachment')) if (boards.hasItem(elementId)) used.add(assetId);
  for (const { id, cover } of project.recordsOfKind('element')) if (cover && 'id' in cover && boards.hasItem(id)) used.add(cover.id);
  return used;
}

/** The assets whose files the page shows or plays, in the order of their ids. Of a video, only the name is shown, to screen readers. */
export function pageAssets({ project, boards }: PageSelection): AnyRecord[] {
  return [...pageAssetIds(project, boards)].sort().flatMap((id): AnyRecord[] => {
    const asset = project.find('asset', id);
    if (!asset || asset.type === 'folder') return [];
    const isVideo = asset.type === 'video' || asset.type === 'template-video';
    return [encodePartialRecord(asset, { type: asset.type, name: isVideo ? asset.name : '', volume: asset.volume })];
  });
}
