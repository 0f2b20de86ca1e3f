/**
 * The steps of a project that can be undone and redone. What the journal stores for a step: its label in words, and the entries of its change set. Labels are
 * stored by key, so the key of a released label must never be renamed. Entries are created and removed records as a whole, and the changed fields of other
 * records before and after the change, which is enough to revert the change set and no larger than the change.
 */

import { z } from 'zod';
import type { UndoRedoLabels } from '../../../shared/contracts/ipc/results.ts';
import { isJsonObject, parseStoredJson, stringifyInSteps } from '../../../shared/json.ts';
import { appendAll } from '../../../shared/lists.ts';
import { type Message, message, verbatim } from '../../../shared/messages/message.ts';
import { messageSchema } from '../../../shared/messages/message-schema.ts';
import { type Change, type ChangeSet, jsonEquals, toChanges } from '../../../shared/model/change-set.ts';
import type { Command, SingleCommand } from '../../../shared/model/commands.ts';
import { completeFields, isRecord } from '../../../shared/model/complete-fields.ts';
import { type IdMapping, replaceIdsInRecord } from '../../../shared/model/id-mapping.ts';
import { countedKind } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { localeNameOf } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { itemTitle } from '../../../shared/model/record-title.ts';
import type { JournalRow } from '../storage/stored-rows.ts';

const fieldsSchema = z.record(z.string(), z.unknown());
const recordSchema = z.custom<AnyRecord>(isRecord).transform(completeFields);
/** Whole records receive defaults for fields that their kind has gained since. */
export const journalEntrySchema: z.ZodType<JournalEntry> = z.union([
  z.strictObject({ created: recordSchema }),
  z.strictObject({ removed: recordSchema }),
  z.strictObject({ id: z.string(), kind: z.string(), before: fieldsSchema, after: fieldsSchema }),
]);

export type JournalEntry =
  | { created: AnyRecord }
  | { removed: AnyRecord }
  | { id: string; kind: string; before: Record<string, unknown>; after: Record<string, unknown> };

/** `renamed` contains ids that the change set replaces. Entries contain the new ids, so that a change of an id alone creates no entry. */
export function toJournalEntries(changes: ChangeSet, renamed: IdMapping = []): JournalEntry[] {
  return (renamed.length === 0 ? changes : applyRenaming(changes, new Map(renamed))).map(({ before, after }): JournalEntry => {
    if (before && after) return { id: after.id, kind: after.kind, ...changedFields(before, after) };
    return after ? { created: after } : { removed: before };
  });
}

function applyRenaming(changes: ChangeSet, names: ReadonlyMap<string, string>): Change[] {
  const sides = new Map<string, { before?: AnyRecord; after?: AnyRecord }>();
  for (const change of changes)
    for (const side of ['before', 'after'] as const) {
      const record = change[side] && replaceIdsInRecord(change[side], names);
      if (record) sides.set(record.id, { ...sides.get(record.id), [side]: record });
    }
  return toChanges(sides.values());
}

export function journalEntryId(entry: JournalEntry): string {
  if ('created' in entry) return entry.created.id;
  return 'removed' in entry ? entry.removed.id : entry.id;
}

/** The entries in a JSON list of a journal row. */
export const parseJournalEntries = (json: string): JournalEntry[] => z.array(journalEntrySchema).parse(parseStoredJson(json));

/** The entries in the JSON lists of a journal row, in steps of one list each. */
export function* parseJournalEntriesInSteps(lists: readonly string[]): Generator<void, JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for (const list of lists) {
    appendAll(entries, parseJournalEntries(list));
    yield;
  }
  return entries;
}

/** Characters of a JSON list of entries, which take about five milliseconds to read. */
const charactersPerList = 256 * 1024;

/** The JSON of the entries in lists of bounded length, in steps of one entry or a part of a long one. */
export function* serializeJournalEntriesInSteps(entries: readonly JournalEntry[]): Generator<void, string[]> {
  const lists: string[] = [];
  let texts: string[] = [];
  let characters = 0;
  for (const entry of entries) {
    const text = yield* stringifyInSteps(entry);
    if (characters > 0 && characters + text.length > charactersPerList) {
      lists.push(`[${texts.join(',')}]`);
      [texts, characters] = [[], 0];
    }
    texts.push(text);
    characters += text.length;
    yield;
  }
  return [...lists, `[${texts.join(',')}]`];
}

/** The changed fields on both sides. A field that is missing on one side is omitted there. */
function changedFields(before: AnyRecord, after: AnyRecord): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const earlier: Record<string, unknown> = {};
  const later: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (jsonEquals(before[field], after[field])) continue;
    if (before[field] !== undefined) earlier[field] = before[field];
    if (after[field] !== undefined) later[field] = after[field];
  }
  return { before: earlier, after: later };
}

/** A label is stored as the JSON of a message, so that it is shown in the language of the reader. */
export const serializeLabel = (label: Message): string => JSON.stringify(label);

function parseLabel(stored: string): Message {
  // Taleport 0.1 stored English text, which never starts with a brace.
  return stored.startsWith('{') ? messageSchema.parse(parseStoredJson(stored)) : verbatim(stored);
}

/** The maximum number of steps and bytes in the journal of a project. Older steps can no longer be undone. */
export const journalLimits = { steps: 10_000, bytes: 64 * 1024 * 1024 };

interface UndoStep {
  readonly version: number;
  /** The stored label. */
  readonly label: string;
}
type JournalRowSummary = Omit<JournalRow, 'changes'> & { readonly bytes: number };

/** The steps and the size of the journal. Kept in memory, and rebuilt from the journal when a project is opened. */
export class UndoHistory {
  readonly #undo: UndoStep[] = [];
  readonly #redo: UndoStep[] = [];
  #rows: { readonly version: number; readonly bytes: number }[] = [];
  #bytes = 0;
  #parsedLabel: { readonly stored: string; readonly label: Message } | undefined;

  /** `rows` are in the order of their versions. */
  constructor(rows: readonly JournalRowSummary[]) {
    for (const row of rows) this.append(row);
  }

  /**
   * Adds a journal row. Only the user's own steps can be undone; a new one clears the steps that could be redone. `parsedLabel` is its label, if the caller
   * has it.
   */
  append(
    { version, label, step, origin, bytes }: Pick<JournalRowSummary, 'version' | 'label' | 'step' | 'origin' | 'bytes'>,
    parsedLabel?: Message,
  ): void {
    if (parsedLabel) this.#parsedLabel = { stored: label, label: parsedLabel };
    this.#rows.push({ version, bytes });
    this.#bytes += bytes;
    if (origin !== 'user') return;
    if (step === 'do') {
      this.#undo.push({ version, label });
      this.#redo.length = 0;
    } else if (step === 'undo') {
      this.#undo.pop();
      this.#redo.push({ version, label });
    } else {
      this.#redo.pop();
      this.#undo.push({ version, label });
    }
  }

  /** The step that the next undo or redo reverts. */
  peek(step: 'undo' | 'redo'): UndoStep | undefined {
    return (step === 'undo' ? this.#undo : this.#redo).at(-1);
  }

  /** Bytes of the entries of a step; 0 if it is not in the journal. */
  bytesOf(version: number): number {
    return this.#rows.findLast((row) => row.version === version)?.bytes ?? 0;
  }

  /** Removes the next step, because nothing of it can be reverted. */
  discard(step: 'undo' | 'redo'): void {
    (step === 'undo' ? this.#undo : this.#redo).pop();
  }

  get labels(): UndoRedoLabels {
    return { undo: this.#labelOf('undo'), redo: this.#labelOf('redo') };
  }

  #labelOf(step: 'undo' | 'redo'): Message | null {
    const next = this.peek(step);
    if (!next) return null;
    // The same step is often the next one.
    if (this.#parsedLabel?.stored !== next.label) this.#parsedLabel = { stored: next.label, label: parseLabel(next.label) };
    return this.#parsedLabel.label;
  }

  /**
   * If the journal exceeds a limit, forgets the oldest steps until it is at three quarters of the limits. Returns the last forgotten
   * version.
   */
  trim(): number | undefined {
    if (this.#rows.length <= journalLimits.steps && (this.#bytes <= journalLimits.bytes || this.#rows.length < 2)) return undefined;
    let forgotten = 0;
    const last = this.#rows.length - 1;
    while (forgotten < last && (this.#rows.length - forgotten > journalLimits.steps * 0.75 || this.#bytes > journalLimits.bytes * 0.75))
      this.#bytes -= this.#rows[forgotten++]?.bytes ?? 0;
    const version = this.#rows[forgotten - 1]?.version;
    this.#rows = this.#rows.slice(forgotten);
    for (const steps of [this.#undo, this.#redo]) while (version !== undefined && steps[0] && steps[0].version <= version) steps.shift();
    return version;
  }
}

/** `changes`: what the command did, also by cascade; `project`: after it. */
export function stepLabel(command: Command, changes: ChangeSet, project: Project): Message {
  if (command.do === 'replaceRecords' && command.folder) {
    const { changes: count, branch } = command.folder;
    return branch === null ? message('undo.folderChanges', { count }) : message('undo.branchChanges', { count, branch });
  }
  if (command.do !== 'batch') return namedLabel(command, changes, project);
  const commands = countedCommands(command.commands);
  const [first, ...others] = commands;
  if (!first) return message('undo.changes', { count: 0 });
  if (others.length === 0) return namedLabel(first, changes, project);
  const count = commands.length;
  const label = genericLabel(first);
  const [step, verb] = [stepOf(first), stepOf(first)?.verb];
  if (others.every((each) => genericLabel(each).key === label.key))
    return step && !isPart(step.kind) && label.key === (`undo.${step.verb}.${step.kind}` satisfies Message['key'])
      ? message(`undo.counted.${step.verb}`, { what: countedKind(step.kind, count) })
      : message('undo.repeated', { label, count });
  if (verb !== undefined && others.every((each) => stepOf(each)?.verb === verb)) return message(`undo.${verb}.items`, { count });
  return message('undo.andMore', { label: namedLabel(first, changes, project), count: others.length });
}

export function restoreLabel(record: AnyRecord | null | undefined, project: Project): Message {
  if (!record) return message('undo.restore.record');
  const name = nameOf(record, project);
  return name === '' ? message(`undo.restore.${record.kind}`) : message('undo.named.restore', { kind: record.kind, name });
}

/** Comments and other properties that move together with their records, and the start of a story whose first element is created, are not counted as separate changes. */
function countedCommands(commands: readonly SingleCommand[]): readonly SingleCommand[] {
  const createdIds = new Set(commands.flatMap((each) => (each.do === 'create' && each.id !== undefined ? [each.id] : [])));
  const others = commands.filter((each) => each.do !== 'putEnvelope' && !isStartAt(each, createdIds));
  return others.length === 0 ? commands : others;
}

const isStartAt = (command: SingleCommand, elementIds: ReadonlySet<string>): boolean =>
  command.do === 'change' &&
  command.kind === 'project' &&
  Object.keys(command.fields).length === 1 &&
  elementIds.has(command.fields.startingElement ?? '');

interface Step {
  readonly verb: 'create' | 'change' | 'move' | 'remove';
  readonly kind: KindName;
}

function stepOf(command: SingleCommand): Step | undefined {
  switch (command.do) {
    case 'change':
      return { verb: isPositionOnly(command.fields) ? 'move' : 'change', kind: command.kind };
    case 'create':
    case 'move':
    case 'remove':
      return { verb: command.do, kind: command.kind };
    default:
      return undefined;
  }
}

const isPositionOnly = (fields: object): boolean => Object.keys(fields).every((field) => field === 'x' || field === 'y');

/** What belongs to an element is not counted by its kind: nobody attaches “3 uses of components”. */
const isPart = (kind: KindName): boolean => kind === 'componentAttachment' || kind === 'audioAttachment';

/** A message without parameters, so that labels can be compared by key. */
function genericLabel(command: SingleCommand): Message {
  switch (command.do) {
    case 'setConditions':
      return message('undo.conditions');
    case 'replaceRecords':
      return message('undo.remoteChanges');
    case 'addLocalComment':
    case 'putEnvelope':
      return message('undo.create.comment');
    case 'changeLocalComment':
      return message('undo.change.comment');
    case 'removeLocalComment':
      return message('undo.remove.comment');
    case 'addLocale':
      return message('undo.language.add');
    case 'changeLocale':
      return message('undo.language.change');
    case 'removeLocale':
      return message('undo.language.remove');
    case 'makeMainLocale':
      return message('undo.language.makeMain');
    case 'change':
      return isPositionOnly(command.fields) ? message(`undo.move.${command.kind}`) : message(`undo.change.${command.kind}`);
    case 'create':
      return command.kind === 'note' && command.fields.isFrame === true
        ? message('undo.create.frame')
        : message(`undo.create.${command.kind}`);
    default:
      return message(`undo.${command.do}.${command.kind}`);
  }
}

function namedLabel(command: SingleCommand, changes: ChangeSet, project: Project): Message {
  const step = stepOf(command);
  if (!step) return genericLabel(command);
  const { verb, kind } = step;
  const isTarget = (record: AnyRecord | undefined): record is AnyRecord =>
    record !== undefined && record.kind === kind && (!('id' in command) || record.id === command.id);
  const change = changes.find(({ before, after }) => (verb === 'create' ? !before && isTarget(after) : isTarget(after ?? before)));
  const records = change
    ? [change.after, change.before]
    : ['id' in command && command.id !== undefined ? project.get(command.id) : undefined];
  const name = firstNameOf(records, project);
  if (name === '') return genericLabel(command);
  if (command.do !== 'change' || verb === 'move') return message(`undo.named.${verb === 'change' ? 'move' : verb}`, { kind, name });
  const language = onlyTranslation(command.fields, kind, project);
  return language === undefined
    ? message('undo.named.change', { field: changedField(command.fields), name })
    : message('undo.named.translate', { name, language: localeNameOf(project.projectRecord.locales, language) });
}

function firstNameOf(records: readonly (AnyRecord | undefined)[], project: Project): string {
  for (const record of records) {
    const name = record ? nameOf(record, project) : '';
    if (name !== '') return name;
  }
  return '';
}

/** Connections are named by the element where they start: most have no label. */
function nameOf(record: AnyRecord, project: Project): string {
  const source = record.kind === 'connection' ? project.get(String(record.sourceid)) : record;
  return source ? itemTitle(source, project) : '';
}

/** The sizes of cards change with their texts, and the type of a value with the value. */
const accompanyingFields: ReadonlySet<string> = new Set(['x', 'y', 'width', 'height', 'autoHeight', 'labelWidth', 'status']);

/** The field that was changed; `size`, or `other` for several fields. */
function changedField(fields: object): string {
  const names = Object.keys(fields);
  const [first, ...others] = names.filter((field) => !accompanyingFields.has(field));
  if (first === undefined) return names.includes('status') ? 'other' : 'size';
  const isValue = others.length === 1 && ['type', 'value'].every((field) => names.includes(field));
  if (isValue) return 'value';
  return others.length === 0 ? first : 'other';
}

/** The one language in which texts were changed, if it isn't the main language. */
function onlyTranslation(fields: Readonly<Record<string, unknown>>, kind: KindName, project: Project): string | undefined {
  const names = Object.keys(fields).filter((field) => !accompanyingFields.has(field));
  const localized: readonly string[] = getKind(kind).localizedFields;
  if (names.length === 0 || !names.every((field) => localized.includes(field))) return undefined;
  const languages = new Set(names.flatMap((field) => (isJsonObject(fields[field]) ? Object.keys(fields[field]) : [project.mainLocale])));
  const [language] = languages;
  return languages.size === 1 && language !== project.mainLocale ? language : undefined;
}
