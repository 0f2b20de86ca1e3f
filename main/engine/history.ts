/** Which steps of a project can be undone and redone, and how long the journal is. Kept in memory, read from the journal. */
import type { History } from '../../shared/ipc/answers.ts';
import type { JournalRow } from './store.ts';

/** The journal keeps at most this many steps and bytes a project; older steps can no longer be undone. */
export const journalLimit = { steps: 10_000, bytes: 64 * 1024 * 1024 };

interface Step {
  readonly version: number;
  readonly label: string;
}
type Row = Omit<JournalRow, 'changes'> & { readonly bytes: number };

export class Steps {
  readonly #undo: Step[] = [];
  readonly #redo: Step[] = [];
  #rows: { readonly version: number; readonly bytes: number }[] = [];
  #bytes = 0;

  /** Rows in the order of their versions. */
  constructor(rows: readonly Row[]) {
    for (const row of rows) this.note(row);
  }

  /** Takes a journal row in. Only the user's own steps can be undone; a new one ends what could be redone. */
  note({ version, label, step, origin, bytes }: Pick<Row, 'version' | 'label' | 'step' | 'origin' | 'bytes'>): void {
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
  next(step: 'undo' | 'redo'): Step | undefined {
    return (step === 'undo' ? this.#undo : this.#redo).at(-1);
  }

  /** A step that cannot be taken back at all leaves the list. */
  skip(step: 'undo' | 'redo'): void {
    (step === 'undo' ? this.#undo : this.#redo).pop();
  }

  get history(): History {
    return { undo: this.next('undo')?.label ?? null, redo: this.next('redo')?.label ?? null };
  }

  /** When the journal is over its limit: the version up to which it is to be forgotten, leaving three quarters. */
  outgrown(): number | undefined {
    if (this.#rows.length <= journalLimit.steps && (this.#bytes <= journalLimit.bytes || this.#rows.length < 2)) return undefined;
    let gone = 0;
    const last = this.#rows.length - 1;
    while (gone < last && (this.#rows.length - gone > journalLimit.steps * 0.75 || this.#bytes > journalLimit.bytes * 0.75))
      this.#bytes -= this.#rows[gone++]?.bytes ?? 0;
    const version = this.#rows[gone - 1]?.version;
    this.#rows = this.#rows.slice(gone);
    for (const steps of [this.#undo, this.#redo]) while (version !== undefined && steps[0] && steps[0].version <= version) steps.shift();
    return version;
  }
}
