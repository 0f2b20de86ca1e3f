/**
 * Puts a clip onto a board as one command: every record is made anew under a new id, what they say of each other goes along, and what the
 * project lacks is left out and told. Pure.
 */
import type { SingleCommand } from '../../shared/commands.ts';
import { type AnyRecord, type KindName, kindNamed } from '../../shared/kinds/all.ts';
import { BRANCH_HEIGHT, BRANCH_WIDTH } from '../../shared/kinds/branch.ts';
import type { LocalizedText } from '../../shared/kinds/fields.ts';
import type { Project } from '../../shared/project.ts';
import { referencesOf, textsOf, withText } from '../../shared/references.ts';
import { renamedRecord } from '../../shared/renaming.ts';
import { mentionsIn, unwrapMention } from '../../shared/rich-text/mentions.ts';
import type { Clip } from './clip.ts';
import { allowedShift, type Box, boundsOf, type Point } from './geometry.ts';
import { type ItemKind, itemKinds } from './items.ts';

export interface Left {
  readonly kind: KindName | 'language';
  readonly name: string;
}
export interface Pasted {
  readonly commands: readonly SingleCommand[];
  /** The new items. */
  readonly ids: readonly string[];
  /** By what it was: what it is now. */
  readonly names: ReadonlyMap<string, string>;
  /** What the records referred to and this project does not have. */
  readonly left: readonly Left[];
}

/** `place`: the middle of all of it, or how far it goes from where it was. Null for a clip without items. */
export function pasted(
  project: Project,
  clip: Clip,
  boardId: string,
  place: { readonly middle: Point } | { readonly by: Point },
  newId: () => string,
): Pasted | null {
  const items = clip.records.filter(({ kind }) => isItem(kind));
  const boxes = items.map(boxIn);
  const bounds = boundsOf(boxes);
  if (!bounds) return null;
  const wanted =
    'by' in place ? place.by : { x: place.middle.x - bounds.x - bounds.width / 2, y: place.middle.y - bounds.y - bounds.height / 2 };
  const shift = allowedShift(boxes, Math.round(wanted.x), Math.round(wanted.y));
  const names = new Map(clip.records.map(({ id }) => [id, newId()]));
  const left = new Map<string, Left>();
  const lacks = (id: string, kind: KindName) => left.set(id, clip.names[id] ?? { kind, name: '' });
  const lacksLanguage = (iso: string) => left.set(`language ${iso}`, { kind: 'language', name: iso });

  const made = clip.records.flatMap((record): AnyRecord[] => {
    const moved = isItem(record.kind) ? { ...record, x: Number(record.x) + shift.x, y: Number(record.y) + shift.y } : record;
    const renamed = { ...renamedRecord(moved, names), ...('boardId' in record ? { boardId } : {}) };
    const held = withoutMissing(project, renamed, new Set(names.values()), lacks);
    return held ? [inLanguages(project, held, clip.main, lacksLanguage)] : [];
  });
  return {
    commands: [...createsOf(made)],
    ids: items.flatMap(({ id }) => names.get(id) ?? []),
    names,
    left: [...left.values()],
  };
}

const isItem = (kind: string): kind is ItemKind => itemKinds.some((each) => each === kind);
const number = (value: unknown, other: number): number => (typeof value === 'number' ? value : other);
const boxIn = ({ kind, x, y, width, height }: AnyRecord): Box => ({
  x: number(x, 0),
  y: number(y, 0),
  width: kind === 'branch' ? BRANCH_WIDTH : number(width, 0),
  height: kind === 'branch' ? BRANCH_HEIGHT : number(height, 0),
});

/** Items before what belongs to them, connections last; a branch comes with its conditions, connections in the order of their outputs. */
function* createsOf(records: readonly AnyRecord[]): Generator<SingleCommand> {
  const conditions = records.filter(({ kind }) => kind === 'condition');
  for (const record of records)
    if (isItem(record.kind))
      yield createOf(
        record,
        conditions.filter(({ branchId }) => branchId === record.id),
      );
  for (const record of records)
    if (!isItem(record.kind) && record.kind !== 'condition' && record.kind !== 'connection') yield createOf(record);
  const connections = records.filter(({ kind }) => kind === 'connection');
  for (const record of connections.sort((one, two) => compare(String(one.outputRank ?? ''), String(two.outputRank ?? ''))))
    yield createOf(record);
}

const compare = (one: string, two: string): number => (one < two ? -1 : one > two ? 1 : 0);

function createOf(record: AnyRecord, conditions: readonly AnyRecord[] = []): SingleCommand {
  const known = kindNamed(record.kind).fields;
  const fields = Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(known, name)));
  const create = { do: 'create', kind: record.kind, id: record.id, fields } as SingleCommand;
  return record.kind === 'branch' ? ({ ...create, conditions: conditionsOf(conditions) } as SingleCommand) : create;
}

function conditionsOf(conditions: readonly AnyRecord[]) {
  const all = (role: string) => conditions.filter((each) => each.role === role).map(({ id, script }) => ({ id, script: script ?? null }));
  const [first = { script: null }] = all('if');
  const [last] = all('else');
  return { ifCondition: first, elseIfConditions: all('elseIf'), ...(last ? { elseCondition: last } : {}) };
}

/** Takes out what refers to nothing here, as the kind says what becomes of it; null when the record cannot be without. */
function withoutMissing(
  project: Project,
  record: AnyRecord,
  made: ReadonlySet<string>,
  lacks: (id: string, kind: KindName) => void,
): AnyRecord | null {
  let held = record;
  for (const { path, id, rule } of referencesOf(record)) {
    const kind = project.at(id)?.kind;
    if (made.has(id) || (kind !== undefined && rule.to.includes(kind))) continue;
    const [wanted = 'element'] = rule.to as readonly KindName[];
    lacks(id, wanted);
    if (rule.whenGone === 'cascade' || rule.whenGone === 'refuse') return null;
    held = rule.whenGone === 'clear' ? { ...held, [rule.clears ?? path]: null } : withoutEntries(held, path, id);
  }
  for (const text of textsOf(held)) {
    if (text.rule.holds === 'plain') continue;
    let html = text.text;
    for (const { id, type } of mentionsIn(html)) {
      if (made.has(id) || project.at(id)?.kind === type) continue;
      lacks(id, type);
      html = unwrapMention(html, id);
    }
    if (html !== text.text) held = withText(held, text, html);
  }
  return held;
}

/** Of a list inside an attribute's value: `value.data[].component`. An empty list is stored as null. */
function withoutEntries(record: AnyRecord, path: string, id: string): AnyRecord {
  const value = record.value as { readonly data: readonly Record<string, unknown>[] | null };
  const field = path.split('.').at(-1) ?? '';
  const data = (value.data ?? []).filter((entry) => entry[field] !== id);
  return { ...record, value: { ...value, data: data.length > 0 ? data : null } };
}

/** Texts in the languages of this project. What stood in the main language there and has no place here becomes the main text. */
function inLanguages(project: Project, record: AnyRecord, main: string, lacks: (iso: string) => void): AnyRecord {
  const isos = new Set(project.root.locales.map(({ iso }) => iso));
  const fields: Record<string, unknown> = {};
  for (const [field, rule] of Object.entries(kindNamed(record.kind).texts)) {
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
