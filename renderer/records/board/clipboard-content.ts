/** What was copied from a board: whole records with the names of what they refer to, so that another project can say what it lacks. Pure. */
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencedIds } from '../../../shared/model/references.ts';
import { findItem } from './items.ts';

/** The type under which it stands on the clipboard, beside its words as plain text. */
export const CLIPBOARD_MIME_TYPE = 'application/x-taleport-board+json';

export interface ClipboardContent {
  readonly taleport: 'board';
  /** The main language of where it comes from. */
  readonly main: string;
  readonly records: readonly AnyRecord[];
  /** By id: what the records refer to and do not hold. */
  readonly names: Readonly<Record<string, { readonly kind: KindName; readonly name: string }>>;
}

const childLists = [
  { list: 'conditions', kind: 'condition' },
  { list: 'components', kind: 'componentAttachment' },
  { list: 'audio', kind: 'audioAttachment' },
  { list: 'attributes', kind: 'attribute' },
] as const;

/** The items among `ids` with all that belongs to them, and the connections between them; null when there is no item. */
export function createClipboardContent(
  project: Project,
  ids: Iterable<string>,
  nameOf: (project: Project, id: string) => string,
): ClipboardContent | null {
  const records: AnyRecord[] = [];
  for (const id of ids) {
    const item = findItem(project, id);
    if (!item) continue;
    records.push(item as unknown as AnyRecord);
    for (const { list, kind } of childLists) records.push(...(project.children(kind, id, list) as unknown as AnyRecord[]));
  }
  if (records.length === 0) return null;
  const held = new Set(records.map(({ id }) => id));
  for (const source of [...held])
    for (const connection of project.children('connection', source, 'outputs'))
      if (held.has(connection.targetid)) records.push(connection as unknown as AnyRecord);
  const names: Record<string, { kind: KindName; name: string }> = {};
  for (const record of records)
    for (const id of referencedIds(record)) {
      const target = held.has(id) || record.boardId === id ? undefined : project.get(id);
      if (target) names[id] = { kind: target.kind, name: nameOf(project, id).slice(0, 80) };
    }
  return { taleport: 'board', main: project.mainLocale, records, names };
}

const copyableKinds: ReadonlySet<string> = new Set<KindName>([
  'element',
  'note',
  'jumper',
  'branch',
  'condition',
  'componentAttachment',
  'audioAttachment',
  'attribute',
  'connection',
]);
const positionedKinds: ReadonlySet<string> = new Set(['element', 'note', 'jumper', 'branch']);

/** Reads what another window, or anything else, has put on the clipboard: null for what is not ours. What its fields hold the engine judges. */
export function parseClipboardContent(text: string): ClipboardContent | null {
  const value = parseJson(text);
  if (!isObject(value) || value.taleport !== 'board' || typeof value.main !== 'string' || !Array.isArray(value.records)) return null;
  const records = value.records.filter(isRecordOnClipboard);
  const names = isObject(value.names) ? Object.entries(value.names) : [];
  if (records.length !== value.records.length || new Set(records.map(({ id }) => id)).size < records.length) return null;
  return {
    taleport: 'board',
    main: value.main,
    records,
    names: Object.fromEntries(names.flatMap(([id, each]) => (isNameEntry(each) ? [[id, each]] : []))),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isFiniteNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

function isRecordOnClipboard(value: unknown): value is AnyRecord {
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.kind !== 'string' || !copyableKinds.has(value.kind)) return false;
  return !positionedKinds.has(value.kind) || (isFiniteNumber(value.x) && isFiniteNumber(value.y));
}

const isNameEntry = (value: unknown): value is { kind: KindName; name: string } =>
  isObject(value) && typeof value.kind === 'string' && typeof value.name === 'string';
