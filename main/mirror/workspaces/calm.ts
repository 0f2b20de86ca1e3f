/** A project with nothing left to do, known by the version here and by what the list shows: as long as both stay, it need not be opened. */
import { z } from 'zod';
import type { Shelf } from '../../../shared/shelf.ts';

const row = z.object({ version: z.int(), updatedAt: z.string() });
type At = z.infer<typeof row>;

export class Calm {
  readonly #shelf: Shelf;
  readonly #id: string;
  /** undefined: not looked up yet. */
  #at: At | null | undefined;

  constructor(shelf: Shelf, hash: string) {
    this.#shelf = shelf;
    this.#id = `${hash}/calm`;
  }

  is(version: number, updatedAt: string | undefined): boolean {
    const at = this.#known();
    return at !== null && at.version === version && at.updatedAt === updatedAt;
  }

  /** There is something to do although neither has changed: an answer, a file, a second try. A restart must know that, too. */
  disturb(): void {
    if (this.#known() === null) return;
    this.#at = null;
    this.#shelf.put([{ id: this.#id, value: null }]);
  }

  keep(version: number, updatedAt: string): void {
    if (this.is(version, updatedAt)) return;
    this.#at = { version, updatedAt };
    this.#shelf.put([{ id: this.#id, value: this.#at }]);
  }

  #known(): At | null {
    this.#at ??= row.safeParse(this.#shelf.get(this.#id)).data ?? null;
    return this.#at;
  }
}
