/** Which steps of a project can be undone and redone, and how long the journal is. Kept in memory, read from the journal. */
import type { UndoRedoLabels } from '../../../shared/contracts/ipc/results.ts';
import type { JournalRow } from '../storage/project-store.ts';

/** The journal keeps at most this many steps and bytes a project; older steps can no longer be undone. */
export const journalLimits = { steps: 10_000, bytes: 64 * 1024 * 1024 };

interface UndoStep {
  readonly version: number;
  readonly label: string;
}
type JournalRowSummary = Omit<JournalRow, 'changes'> & { readonly bytes: number };

export class UndoHistory {
  readonly #undo: UndoStep[] = [];
  readonly #redo: UndoStep[] = [];
  #rows: { readonly version: number; readonly bytes: number }[] = [];
  #bytes = 0;

  /** Rows in the order of their versions. */
  constructor(rows: readonly JournalRowSummary[]) {
    for (const row of rows) this.append(row);
  }

  /** Takes a journal row in. Only the user's own steps can be undone; a new one ends what could be redone. */
  append({ version, label, step, origin, bytes }: Pick<JournalRowSummary, 'version' | 'label' | 'step' | 'origin' | 'bytes'>): void {
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

  /** The row that undo or redo takes back next. */
  peek(step: 'undo' | 'redo'): UndoStep | undefined {
    return (step === 'undo' ? this.#undo : this.#redo).at(-1);
  }

  /** A step that cannot be taken back at all leaves the list. */
  discard(step: 'undo' | 'redo'): void {
    (step === 'undo' ? this.#undo : this.#redo).pop();
  }

  get labels(): UndoRedoLabels {
    return { undo: this.peek('undo')?.label ?? null, redo: this.peek('redo')?.label ?? null };
  }

  /** When the journal is over its limit: the version up to which it is to be forgotten, leaving three quarters. */
  trim(): number | undefined {
    if (this.#rows.length <= journalLimits.steps && (this.#bytes <= journalLimits.bytes || this.#rows.length < 2)) return undefined;
    let gone = 0;
    const last = this.#rows.length - 1;
    while (gone < last && (this.#rows.length - gone > journalLimits.steps * 0.75 || this.#bytes > journalLimits.bytes * 0.75))
      this.#bytes -= this.#rows[gone++]?.bytes ?? 0;
    const version = this.#rows[gone - 1]?.version;
    this.#rows = this.#rows.slice(gone);
    for (const steps of [this.#undo, this.#redo]) while (version !== undefined && steps[0] && steps[0].version <= version) steps.shift();
    return version;
  }
}
