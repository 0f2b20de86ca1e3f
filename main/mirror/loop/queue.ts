/** The requests of one plan, in their order: what can go goes, what waits for others or was refused before is passed over. */
import type { Project } from '../../../shared/project.ts';
import type { Op } from '../plan/sends.ts';
import type { FilesThere } from '../requests/files-there.ts';
import { requestOf } from '../requests/requests.ts';
import type { Sending } from '../requests/sending.ts';
import { refusalEntry, requestText, stateOf } from './refused.ts';
import type { Refusal, Rows } from './rows.ts';

interface Sides {
  readonly there: string;
  readonly mine: Project;
  readonly theirs: Project;
  readonly rows: Rows;
  readonly files: FilesThere | undefined;
  readonly isHeld: (op: Op) => boolean;
}

export class Queue {
  readonly #ops: readonly Op[];
  readonly #stuck: Refusal[] = [];
  #at = 0;

  constructor(ops: readonly Op[]) {
    this.#ops = ops;
  }

  /** Requests that it has not come to. */
  get left(): number {
    return this.#ops.length - this.#at;
  }

  /** What it has passed over because it was refused, and would be again. */
  get stuck(): readonly Refusal[] {
    return this.#stuck;
  }

  /** The next that can go. It stays the next until it is done: what was not sent after all goes again. */
  next({ there, mine, theirs, rows, files, isHeld }: Sides): Sending | undefined {
    const { refusals, standing } = rows;
    const now = standing && stateOf(standing);
    for (; this.#at < this.#ops.length; this.#at++) {
      const op = this.#ops[this.#at];
      if (!op || isHeld(op)) continue;
      const ready = requestOf(op, there, mine, theirs, files);
      if (ready.is === 'waiting') continue;
      const request = ready.is === 'ready' ? requestText(ready.sending) : JSON.stringify(op);
      const known = refusals.find(({ record, request: text, state = now }) => record === op.id && text === request && state === now);
      if (ready.is === 'ready' && !known) return ready.sending;
      if (ready.is === 'refused' && !known) rows.write([refusalEntry(op.id, request, ready.why)]);
      this.#stuck.push(known ?? { record: op.id, request, why: ready.is === 'refused' ? ready.why : '' });
    }
    return undefined;
  }
}
