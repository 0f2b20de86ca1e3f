/**
 * Pastes clipboard content onto a board as one command. Every record is created under a new id, references between pasted records are updated, and
 * references to records that the project does not have are removed and reported. Pure. Thousands of items take long, so what goes through them is a generator that
 * does little in each step.
 */
import { isJsonObject, parseJsonOrUndefined } from '../../../shared/json.ts';
import { type Box, boundsOf, clampShift, type Point } from '../../../shared/layout/geometry.ts';
import { appendAll } from '../../../shared/lists.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { replaceIdsInRecord } from '../../../shared/model/id-mapping.ts';
import { type AnyRecord, defaultItemSize, getKind, isItemKind, isKindName, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencedIds, referencesOf, replaceText, textsThatMention } from '../../../shared/model/references.ts';
import { findMentions, unwrapMention } from '../../../shared/rich-text/mentions.ts';
import { compareCodeUnits } from '../../../shared/text.ts';
import { computedCreateCommand, putEnvelopeCommands } from '../commands/computed-commands.ts';
import { findItem, itemKinds } from './items.ts';

export interface SkippedReference {
  readonly kind: KindName | 'language';
  readonly name: string;
}
export interface PasteResult {
  readonly commands: readonly SingleCommand[];
  /** The ids of the new items. */
  readonly ids: readonly string[];
  /** New ids by the copied ones. */
  readonly newIds: ReadonlyMap<string, string>;
  /** Referenced records that this project does not have. */
  readonly skipped: readonly SkippedReference[];
}

/** `place` is the new center of the content, or the distance by which it moves. Returns null if there are no items. */
export function* preparePaste(
  project: Project,
  clip: ClipboardContent,
  boardId: string,
  place: { readonly middle: Point } | { readonly by: Point },
  newId: () => string,
): Generator<void, PasteResult | null> {
  const items = clip.records.filter(({ kind }) => isItemKind(kind));
  const boxes = items.map(boxOfRecord);
  const bounds = boundsOf(boxes);
  if (!bounds) return null;
  const offset =
    'by' in place ? place.by : { x: place.middle.x - bounds.x - bounds.width / 2, y: place.middle.y - bounds.y - bounds.height / 2 };
  const shift = clampShift(boxes, Math.round(offset.x), Math.round(offset.y));
  const newIds = new Map(clip.records.map(({ id }) => [id, newId()]));
  const pastedIds = new Set(newIds.values());
  const isos = new Set(project.projectRecord.locales.map(({ iso }) => iso));
  const left = new Map<string, SkippedReference>();
  const lacks = (id: string, kind: KindName) => left.set(id, clip.names[id] ?? { kind, name: '' });
  const lacksLanguage = (iso: string) => left.set(`language ${iso}`, { kind: 'language', name: iso });

  const made: AnyRecord[] = [];
  for (const record of clip.records) {
    yield;
    const moved = isItemKind(record.kind) ? { ...record, x: Number(record.x) + shift.x, y: Number(record.y) + shift.y } : record;
    const renamed = { ...replaceIdsInRecord(moved, newIds), ...('boardId' in record ? { boardId } : {}) };
    const cleaned = withoutMissingReferences(project, renamed, pastedIds, lacks);
    if (cleaned) made.push(inProjectLanguages(project.mainLocale, isos, cleaned, clip.main, lacksLanguage));
  }
  const commands: SingleCommand[] = [];
  for (const command of createCommands(made)) {
    yield;
    commands.push(command);
  }
  for (const record of made) {
    yield;
    appendAll(commands, putEnvelopeCommands(withNewComments(record, newId), record.id));
  }
  return {
    commands,
    ids: items.flatMap(({ id }) => newIds.get(id) ?? []),
    newIds,
    skipped: [...left.values()],
  };
}

const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other);
/** The box of an item on the clipboard; a branch has no size of its own. */
export const boxOfRecord = ({ kind, x, y, width, height }: AnyRecord): Box => ({
  x: numberOr(x, 0),
  y: numberOr(y, 0),
  ...(kind === 'branch' ? defaultItemSize(kind) : { width: numberOr(width, 0), height: numberOr(height, 0) }),
});

/** Parents before their child records, connections last, in the order of their outputs. A branch is created with its conditions. */
function* createCommands(records: readonly AnyRecord[]): Generator<SingleCommand> {
  const conditions = Map.groupBy(
    records.filter(({ kind }) => kind === 'condition'),
    ({ branchId }) => branchId,
  );
  for (const record of records) if (isItemKind(record.kind)) yield createCommand(record, conditions.get(record.id));
  for (const record of records)
    if (!isItemKind(record.kind) && record.kind !== 'condition' && record.kind !== 'connection') yield createCommand(record);
  const connections = records.filter(({ kind }) => kind === 'connection');
  for (const record of connections.sort((one, two) => compareCodeUnits(String(one.outputRank ?? ''), String(two.outputRank ?? ''))))
    yield createCommand(record);
}

/** The local comments of moved records get new ids, because what was cut may be pasted several times. */
const withNewComments = (record: AnyRecord, newId: () => string): AnyRecord =>
  record.localComments === undefined
    ? record
    : { ...record, localComments: Object.fromEntries(Object.values(record.localComments).map((comment) => [newId(), comment])) };

function createCommand(record: AnyRecord, conditions: readonly AnyRecord[] = []): SingleCommand {
  const definitions = getKind(record.kind).fields;
  const fields: Record<string, unknown> = {};
  for (const name in record) if (Object.hasOwn(definitions, name)) fields[name] = record[name];
  const children = record.kind === 'branch' ? { conditions: conditionFields(conditions) } : {};
  return computedCreateCommand(record.kind, record.id, fields, children);
}

function conditionFields(conditions: readonly AnyRecord[]) {
  const all = (role: string) => conditions.filter((each) => each.role === role).map(({ id, script }) => ({ id, script: script ?? null }));
  const [first = { script: null }] = all('if');
  const [last] = all('else');
  return { ifCondition: first, elseIfConditions: all('elseIf'), ...(last ? { elseCondition: last } : {}) };
}

/** Removes references to missing records, according to their rules; null if the record cannot exist without one. */
function withoutMissingReferences(
  project: Project,
  record: AnyRecord,
  pastedIds: ReadonlySet<string>,
  lacks: (id: string, kind: KindName) => void,
): AnyRecord | null {
  let cleaned = record;
  for (const { rulePath, targetId, rule } of referencesOf(record)) {
    const kind = project.get(targetId)?.kind;
    if (pastedIds.has(targetId) || (kind !== undefined && rule.targetKinds.includes(kind))) continue;
    lacks(targetId, rule.targetKinds.find(isKindName) ?? 'element');
    if (rule.onTargetRemoved === 'cascade') return null;
    cleaned =
      rule.onTargetRemoved === 'clear'
        ? { ...cleaned, [rule.clearedField ?? rulePath]: null }
        : withoutListEntries(cleaned, rulePath, targetId);
  }
  for (const text of textsThatMention(cleaned)) {
    let html = text.text;
    for (const { id, type } of findMentions(html)) {
      if (pastedIds.has(id) || project.get(id)?.kind === type) continue;
      lacks(id, type);
      html = unwrapMention(html, id);
    }
    if (html !== text.text) cleaned = replaceText(cleaned, text, html);
  }
  return cleaned;
}

/** Removes a reference from a list in an attribute's value (`value.data[].component`). An empty list is stored as null. */
function withoutListEntries(record: AnyRecord, path: string, id: string): AnyRecord {
  const { value } = record;
  if (!isJsonObject(value) || !Array.isArray(value.data)) return record;
  const field = path.split('.').at(-1) ?? '';
  const data = value.data.filter((entry) => !isJsonObject(entry) || entry[field] !== id);
  return { ...record, value: { ...value, data: data.length > 0 ? data : null } };
}

/**
 * Keeps texts in the languages of this project, `isos`, of which `mainLocale` is the main one. A text in the source's main language `main` that has no place
 * here becomes the main text.
 */
function inProjectLanguages(
  mainLocale: string,
  isos: ReadonlySet<string>,
  record: AnyRecord,
  main: string,
  lacks: (iso: string) => void,
): AnyRecord {
  const fields: Record<string, unknown> = {};
  for (const [field, rule] of Object.entries(getKind(record.kind).texts)) {
    if (!rule.localized) continue;
    const texts = Object.entries(localizedTextOf(record, field));
    const translations = Object.fromEntries(texts.filter(([iso]) => isos.has(iso)));
    for (const [iso, text] of texts) {
      if (isos.has(iso) || text.text === null || text.text === '') continue;
      if (iso === main && (translations[mainLocale]?.text ?? '') === '') translations[mainLocale] = text;
      else lacks(iso);
    }
    fields[field] = translations;
  }
  const { status } = record;
  if (typeof status === 'object' && status !== null)
    fields.status = Object.fromEntries(Object.entries(status).filter(([iso]) => isos.has(iso)));
  return { ...record, ...fields };
}

/** The MIME type on the clipboard. The plain text is stored beside it. */
export const clipboardMimeType = 'application/x-taleport-board+json';

/** The content of a copy from a board: whole records, and the names of the records they refer to, so that another project can report missing ones. Pure. */
export interface ClipboardContent {
  readonly taleport: 'board';
  /** The main language of the source project. */
  readonly main: string;
  readonly records: readonly AnyRecord[];
  /** By id: the names of records that are referred to but not part of the copy. */
  readonly names: Readonly<Record<string, { readonly kind: KindName; readonly name: string }>>;
}

/** The lists of records that belong to an item. */
const childLists = ['conditions', 'components', 'audio', 'attributes'];

/**
 * The items among `ids` with their child records and the connections between them; null if there is no item. Only records that move take their
 * local comments with them: a copy has none.
 */
export function* createClipboardContent(
  project: Project,
  ids: Iterable<string>,
  nameOf: (project: Project, id: string) => string,
  purpose: 'copy' | 'move' = 'copy',
): Generator<void, ClipboardContent | null> {
  const recordsById = (all: readonly string[]): AnyRecord[] =>
    all.flatMap((id) => {
      const record = project.get(id);
      if (!record || purpose === 'move') return record ?? [];
      const { localComments: _omitted, ...copy } = record;
      return copy;
    });
  const records: AnyRecord[] = [];
  for (const id of ids) {
    yield;
    if (!findItem(project, id)) continue;
    appendAll(records, recordsById([id, ...childLists.flatMap((list) => project.childIds(id, list))]));
  }
  if (records.length === 0) return null;
  const copiedIds = new Set(records.map(({ id }) => id));
  for (const source of [...copiedIds]) {
    yield;
    const connections = project.children('connection', source, 'outputs').filter(({ targetid }) => copiedIds.has(targetid));
    appendAll(records, recordsById(connections.map(({ id }) => id)));
  }
  const names: Record<string, { kind: KindName; name: string }> = {};
  for (const record of records) {
    yield;
    for (const id of referencedIds(record)) {
      const target = copiedIds.has(id) || record.boardId === id ? undefined : project.get(id);
      if (target) names[id] = { kind: target.kind, name: nameOf(project, id).slice(0, 80) };
    }
  }
  return { taleport: 'board', main: project.mainLocale, records, names };
}

const copyableKinds: ReadonlySet<string> = new Set<KindName>([
  ...itemKinds,
  'condition',
  'componentAttachment',
  'audioAttachment',
  'attribute',
  'connection',
]);
const positionedKinds: ReadonlySet<string> = new Set(itemKinds);

/** A board has up to 100,000 records that fit into one command, of up to 50 values each. */
const clipboardLimits = { values: 5_000_000, depth: 64 };

/** Parses clipboard data; null if it was not copied from a board. The engine validates the fields of the records. */
export function parseClipboardContent(text: string): ClipboardContent | null {
  const value = parseJsonOrUndefined(text, clipboardLimits);
  if (!isJsonObject(value) || value.taleport !== 'board' || typeof value.main !== 'string' || !Array.isArray(value.records)) return null;
  const records = value.records.filter(isRecordOnClipboard);
  const names = isJsonObject(value.names) ? Object.entries(value.names) : [];
  if (records.length !== value.records.length || new Set(records.map(({ id }) => id)).size < records.length) return null;
  return {
    taleport: 'board',
    main: value.main,
    records,
    names: Object.fromEntries(names.flatMap(([id, each]) => (isNameEntry(each) ? [[id, each]] : []))),
  };
}

const isFiniteNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

function isRecordOnClipboard(value: unknown): value is AnyRecord {
  if (!isJsonObject(value) || typeof value.id !== 'string' || typeof value.kind !== 'string' || !copyableKinds.has(value.kind))
    return false;
  return !positionedKinds.has(value.kind) || (isFiniteNumber(value.x) && isFiniteNumber(value.y));
}

const isNameEntry = (value: unknown): value is { kind: KindName; name: string } =>
  isJsonObject(value) && typeof value.kind === 'string' && typeof value.name === 'string';
