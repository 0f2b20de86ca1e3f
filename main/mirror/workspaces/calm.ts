/** A project with nothing left to do, known by the version here and by what the list shows: as long as both stay, it need not be opened. */
import { z } from 'zod';
import type { Shelf } from '../../../shared/shelf.ts';

const row = z.object({ version: z.int(), updatedAt: z.string() });
type At = z.infer<typeof row>;

export class Calm {
  readonly #shelf: Shelf;
  readonly #id: string;
  #at: At | undefined;
  #mustLook = false;

  constructor(shelf: Shelf, hash: string) {
    this.#shelf = shelf;
    this.#id = `${hash}/calm`;
  }

  is(version: number, updatedAt: string | undefined): boolean {
    if (this.#mustLook) return false;
    this.#at ??= row.safeParse(this.#shelf.get(this.#id)).data;
    return this.#at !== undefined && this.#at.version === version && this.#at.updatedAt === updatedAt;
  }

  /** It is looked at once, whatever is known. */
  disturb(): void {
    this.#mustLook = true;
  }

  looked(): void {
    this.#mustLook = false;
  }

  keep(version: number, updatedAt: string): void {
    if (this.#at?.version === version && this.#at.updatedAt === updatedAt) return;
    this.#at = { version, updatedAt };
    this.#shelf.put([{ id: this.#id, value: this.#at }]);
  }
}
