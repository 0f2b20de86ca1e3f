/**
 * Puts a clip onto a board as one command: every record is made anew under a new id, what they say of each other goes along, and what the
 * project lacks is left out and told. Pure.
 */

import { type Box, boundsOf, clampShift, type Point } from '../../../shared/layout/geometry.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { replaceIdsInRecord } from '../../../shared/model/id-mapping.ts';
import { BRANCH_HEIGHT, BRANCH_WIDTH } from '../../../shared/model/kinds/branch.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencesOf, replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { findMentions, unwrapMention } from '../../../shared/rich-text/mentions.ts';
import type { ClipboardContent } from './clipboard-content.ts';
import { type ItemKind, itemKinds } from './items.ts';

export interface SkippedReference {
  readonly kind: KindName | 'language';
  readonly name: string;
}
export interface PasteResult {
  readonly commands: readonly SingleCommand[];
  /** The new items. */
  readonly ids: readonly string[];
  /** By what it was: what it is now. */
  readonly newIds: ReadonlyMap<string, string>;
  /** What the records referred to and this project does not have. */
  readonly skipped: readonly SkippedReference[];
}

/** `place`: the middle of all of it, or how far it goes from where it was. Null for a clip without items. */
export function preparePaste(
  project: Project,
  clip: ClipboardContent,
  boardId: string,
  place: { readonly middle: Point } | { readonly by: Point },
  newId: () => string,
): PasteResult | null {
  const items = clip.records.filter(({ kind }) => isItemKind(kind));
  const boxes = items.map(boxOfRecord);
  const bounds = boundsOf(boxes);
  if (!bounds) return null;
  const wanted =
    'by' in place ? place.by : { x: place.middle.x - bounds.x - bounds.width / 2, y: place.middle.y - bounds.y - bounds.height / 2 };
  const shift = clampShift(boxes, Math.round(wanted.x), Math.round(wanted.y));
  const newIds = new Map(clip.records.map(({ id }) => [id, newId()]));
  const left = new Map<string, SkippedReference>();
  const lacks = (id: string, kind: KindName) => left.set(id, clip.names[id] ?? { kind, name: '' });
  const lacksLanguage = (iso: string) => left.set(`language ${iso}`, { kind: 'language', name: iso });

  const made = clip.records.flatMap((record): AnyRecord[] => {
    const moved = isItemKind(record.kind) ? { ...record, x: Number(record.x) + shift.x, y: Number(record.y) + shift.y } : record;
    const renamed = { ...replaceIdsInRecord(moved, newIds), ...('boardId' in record ? { boardId } : {}) };
    const held = withoutMissingReferences(project, renamed, new Set(newIds.values()), lacks);
    return held ? [inProjectLanguages(project, held, clip.main, lacksLanguage)] : [];
  });
  return {
    commands: [...createCommands(made)],
    ids: items.flatMap(({ id }) => newIds.get(id) ?? []),
    newIds,
    skipped: [...left.values()],
  };
}

const isItemKind = (kind: string): kind is ItemKind => itemKinds.some((each) => each === kind);
const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other);
const boxOfRecord = ({ kind, x, y, width, height }: AnyRecord): Box => ({
  x: numberOr(x, 0),
  y: numberOr(y, 0),
  width: kind === 'branch' ? BRANCH_WIDTH : numberOr(width, 0),
  height: kind === 'branch' ? BRANCH_HEIGHT : numberOr(height, 0),
});

/** Items before what belongs to them, connections last; a branch comes with its conditions, connections in the order of their outputs. */
function* createCommands(records: readonly AnyRecord[]): Generator<SingleCommand> {
  const conditions = records.filter(({ kind }) => kind === 'condition');
  for (const record of records)
    if (isItemKind(record.kind))
      yield createCommand(
        record,
        conditions.filter(({ branchId }) => branchId === record.id),
      );
  for (const record of records)
    if (!isItemKind(record.kind) && record.kind !== 'condition' && record.kind !== 'connection') yield createCommand(record);
  const connections = records.filter(({ kind }) => kind === 'connection');
  for (const record of connections.sort((one, two) => compareStrings(String(one.outputRank ?? ''), String(two.outputRank ?? ''))))
    yield createCommand(record);
}

const compareStrings = (one: string, two: string): number => (one < two ? -1 : one > two ? 1 : 0);

function createCommand(record: AnyRecord, conditions: readonly AnyRecord[] = []): SingleCommand {
  const known = getKind(record.kind).fields;
  const fields = Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(known, name)));
  const create = { do: 'create', kind: record.kind, id: record.id, fields } as SingleCommand;
  return record.kind === 'branch' ? ({ ...create, conditions: conditionFields(conditions) } as SingleCommand) : create;
}

function conditionFields(conditions: readonly AnyRecord[]) {
  const all = (role: string) => conditions.filter((each) => each.role === role).map(({ id, script }) => ({ id, script: script ?? null }));
  const [first = { script: null }] = all('if');
  const [last] = all('else');
  return { ifCondition: first, elseIfConditions: all('elseIf'), ...(last ? { elseCondition: last } : {}) };
}

/** Takes out what refers to nothing here, as the kind says what becomes of it; null when the record cannot be without. */
function withoutMissingReferences(
  project: Project,
  record: AnyRecord,
  made: ReadonlySet<string>,
  lacks: (id: string, kind: KindName) => void,
): AnyRecord | null {
  let held = record;
  for (const { rulePath, targetId, rule } of referencesOf(record)) {
    const kind = project.get(targetId)?.kind;
    if (made.has(targetId) || (kind !== undefined && rule.targetKinds.includes(kind))) continue;
    const [wanted = 'element'] = rule.targetKinds as readonly KindName[];
    lacks(targetId, wanted);
    if (rule.onTargetRemoved === 'cascade' || rule.onTargetRemoved === 'refuse') return null;
    held =
      rule.onTargetRemoved === 'clear' ? { ...held, [rule.clearedField ?? rulePath]: null } : withoutListEntries(held, rulePath, targetId);
  }
  for (const text of textsOfRecord(held)) {
    if (text.rule.format === 'plain') continue;
    let html = text.text;
    for (const { id, type } of findMentions(html)) {
      if (made.has(id) || project.get(id)?.kind === type) continue;
      lacks(id, type);
      html = unwrapMention(html, id);
    }
    if (html !== text.text) held = replaceText(held, text, html);
  }
  return held;
}

/** Of a list inside an attribute's value: `value.data[].component`. An empty list is stored as null. */
function withoutListEntries(record: AnyRecord, path: string, id: string): AnyRecord {
  const value = record.value as { readonly data: readonly Record<string, unknown>[] | null };
  const field = path.split('.').at(-1) ?? '';
  const data = (value.data ?? []).filter((entry) => entry[field] !== id);
  return { ...record, value: { ...value, data: data.length > 0 ? data : null } };
}

/** Texts in the languages of this project. What stood in the main language there and has no place here becomes the main text. */
function inProjectLanguages(project: Project, record: AnyRecord, main: string, lacks: (iso: string) => void): AnyRecord {
  const isos = new Set(project.projectRecord.locales.map(({ iso }) => iso));
  const fields: Record<string, unknown> = {};
  for (const [field, rule] of Object.entries(getKind(record.kind).texts)) {
    if (!rule.localized) continue;
    const texts = Object.entries((record[field] ?? {}) as LocalizedText);
    const kept = Object.fromEntries(texts.filter(([iso]) => isos.has(iso)));
    for (const [iso, text] of texts) {
      if (isos.has(iso) || text.text === null || text.text === '') continue;
      if (iso === main && (kept[project.mainLocale]?.text ?? '') === '') kept[project.mainLocale] = text;
      else lacks(iso);
    }
    fields[field] = kept;
  }
  const status = record.status as Readonly<Record<string, unknown>> | null | undefined;
  if (status) fields.status = Object.fromEntries(Object.entries(status).filter(([iso]) => isos.has(iso)));
  return Object.keys(fields).length > 0 ? { ...record, ...fields } : record;
}
