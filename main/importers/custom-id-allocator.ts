/** Generates custom ids from names (G23), unique among all boards and components of the story. */
import { generateCustomId } from '../../shared/script/identifiers.ts';

export class CustomIdAllocator {
  readonly #takenIds = new Set<string>();
  readonly #next = new Map<string, number>();

  reserve(customId: string): void {
    this.#takenIds.add(customId);
  }

  allocate(name: string): string {
    const stem = generateCustomId(name, () => false);
    let id = stem;
    let count = this.#next.get(stem) ?? 2;
    while (this.#takenIds.has(id)) id = `${stem}_${count++}`;
    this.#next.set(stem, count);
    this.#takenIds.add(id);
    return id;
  }
}
