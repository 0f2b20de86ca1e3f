/**
 * The steps of a project that can be undone and redone. What the journal stores for a step: its label, and the entries of its change set. These are created and removed records as a whole, and the
 * changed fields of other records before and after the change, which is enough to revert the change set and no larger than the change.
 */
import { z } from 'zod';
import type { UndoRedoLabels } from '../../../shared/contracts/ipc/results.ts';
import { parseStoredJson } from '../../../shared/json.ts';
import { appendAll } from '../../../shared/lists.ts';
import { type Message, verbatim } from '../../../shared/messages/message.ts';
import { messageSchema } from '../../../shared/messages/message-schema.ts';
import { type Change, type ChangeSet, jsonEquals, toChanges } from '../../../shared/model/change-set.ts';
import { completeFields, isRecord } from '../../../shared/model/complete-fields.ts';
import { type IdMapping, replaceIdsInRecord } from '../../../shared/model/id-mapping.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
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

/** The JSON of the entries in lists of bounded length, in steps of one entry each. */
export function* serializeJournalEntriesInSteps(entries: readonly JournalEntry[]): Generator<void, string[]> {
  const lists: string[] = [];
  let texts: string[] = [];
  let characters = 0;
  for (const entry of entries) {
    const text = JSON.stringify(entry);
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
