/**
 * The steps of a project that can be undone and redone, and the size of its journal. Kept in memory, and rebuilt from the journal when a
 * project is opened.
 */
import type { UndoRedoLabels } from '../../../shared/contracts/ipc/results.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { JournalRow } from '../storage/stored-rows.ts';
import { parseLabel } from './journal-entry.ts';

/** The maximum number of steps and bytes in the journal of a project. Older steps can no longer be undone. */
export const journalLimits = { steps: 10_000, bytes: 64 * 1024 * 1024 };

interface UndoStep {
  readonly version: number;
  /** The stored label (journal-entry.ts). */
  readonly label: string;
}
type JournalRowSummary = Omit<JournalRow, 'changes'> & { readonly bytes: number };

export class UndoHistory {
  readonly #undo: UndoStep[] = [];
  readonly #redo: UndoStep[] = [];
  #rows: { readonly version: number; readonly bytes: number }[] = [];
  #bytes = 0;

  /** `rows` are in the order of their versions. */
  constructor(rows: readonly JournalRowSummary[]) {
    for (const row of rows) this.append(row);
  }

  /** Adds a journal row. Only the user's own steps can be undone; a new one clears the steps that could be redone. */
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

  /** The step that the next undo or redo reverts. */
  peek(step: 'undo' | 'redo'): UndoStep | undefined {
    return (step === 'undo' ? this.#undo : this.#redo).at(-1);
  }

  /** Removes the next step, because nothing of it can be reverted. */
  discard(step: 'undo' | 'redo'): void {
    (step === 'undo' ? this.#undo : this.#redo).pop();
  }

  get labels(): UndoRedoLabels {
    return { undo: this.#labelOf('undo'), redo: this.#labelOf('redo') };
  }

  #labelOf(step: 'undo' | 'redo'): Message | null {
    const label = this.peek(step)?.label;
    return label === undefined ? null : parseLabel(label);
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
