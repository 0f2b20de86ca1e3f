/** The content of a copy from a board: whole records, and the names of the records they refer to, so that another project can report missing ones. Pure. */

import { isJsonObject, parseJsonOrUndefined } from '../../../shared/json.ts';
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencedIds } from '../../../shared/model/references.ts';
import { findItem } from './items.ts';

/** The MIME type on the clipboard. The plain text is stored beside it. */
export const clipboardMimeType = 'application/x-taleport-board+json';

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
export function createClipboardContent(
  project: Project,
  ids: Iterable<string>,
  nameOf: (project: Project, id: string) => string,
  purpose: 'copy' | 'move' = 'copy',
): ClipboardContent | null {
  const recordsById = (all: readonly string[]): AnyRecord[] =>
    all.flatMap((id) => {
      const record = project.get(id);
      if (!record || purpose === 'move') return record ?? [];
      const { localComments: _omitted, ...copy } = record;
      return copy;
    });
  const records: AnyRecord[] = [];
  for (const id of ids) {
    if (!findItem(project, id)) continue;
    records.push(...recordsById([id, ...childLists.flatMap((list) => project.childIds(id, list))]));
  }
  if (records.length === 0) return null;
  const copiedIds = new Set(records.map(({ id }) => id));
  for (const source of [...copiedIds]) {
    const connections = project.children('connection', source, 'outputs').filter(({ targetid }) => copiedIds.has(targetid));
    records.push(...recordsById(connections.map(({ id }) => id)));
  }
  const names: Record<string, { kind: KindName; name: string }> = {};
  for (const record of records)
    for (const id of referencedIds(record)) {
      const target = copiedIds.has(id) || record.boardId === id ? undefined : project.get(id);
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

/** Parses clipboard data; null if it was not copied from a board. The engine validates the fields of the records. */
export function parseClipboardContent(text: string): ClipboardContent | null {
  const value = parseJsonOrUndefined(text);
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
