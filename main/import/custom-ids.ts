/** Ids for scripts, made from names (G23): unique among all boards and components of the story. */
import { generateCustomId } from '../../shared/identifiers.ts';

export class CustomIds {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  take(customId: string): void {
    this.#taken.add(customId);
  }

  make(name: string): string {
    const stem = generateCustomId(name, () => false);
    let id = stem;
    let count = this.#next.get(stem) ?? 2;
    while (this.#taken.has(id)) id = `${stem}_${count++}`;
    this.#next.set(stem, count);
    this.#taken.add(id);
    return id;
  }
}
