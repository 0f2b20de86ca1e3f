/** A text made of the last file and the new chunks is, byte for byte, the whole text, and no more of it than necessary is in memory. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IncrementalFileWriter } from '../../../../main/delivery/folder/incremental-file-writer.ts';
import { nodeDisk } from '../../../../main/platform/disk.ts';
import type { ExportFile, TextChunk } from '../../../../shared/contracts/export-file.ts';
import { newFolderForFile } from '../../../new-folder.ts';
import { cases } from '../../../rounds.ts';
import { sha256 } from '../../../sha256.ts';

/**
 * A story of numbered blocks. Sometimes it forgets the text of written blocks, and provides it again only when the whole text is requested.
 */
class Blocks {
  readonly #kept = new Map<number, TextChunk>();
  #numbers: readonly number[] = [];
  given = 0;

  get text(): string {
    return this.#numbers.map(Blocks.#textOf).join(',');
  }

  static readonly #textOf = (number: number): string => `${number}é`.repeat(20 + (number % 700));

  be(numbers: readonly number[]): void {
    this.#numbers = numbers;
  }

  forget(every: number): void {
    for (const [number, piece] of this.#kept) if (number % (every + 1) === 0) piece.text = null;
  }

  file(): ExportFile {
    return { path: 'project.json', chunks: (wanted) => this.#pieces(wanted) };
  }

  *#pieces(wanted: 'all' | 'new'): Generator<TextChunk | undefined> {
    for (const [at, number] of this.#numbers.entries()) {
      if (at > 0) yield { text: ',' };
      const piece = this.#kept.get(number) ?? { text: Blocks.#textOf(number) };
      this.#kept.set(number, piece);
      if (wanted === 'all') piece.text ??= Blocks.#textOf(number);
      if (piece.text !== null) this.given += 1;
      yield piece;
      if (number % 3 === 0) yield undefined;
    }
  }
}

const step = fc.record({
  numbers: fc.array(fc.nat(40), { maxLength: 30 }),
  forgets: fc.nat(3),
  /** Another program writes into the file; the program starts again; a dry run only shows what would be written. */
  is: fc.constantFrom('fine', 'fine', 'fine', 'foreign', 'restart', 'dry'),
});

test('[Targets] after any sequence of texts the file contains the whole text, and the same text is not written again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const file = join(newFolderForFile(), 'project.json');
      const story = new Blocks();
      let drafts = new IncrementalFileWriter(nodeDisk);
      let there = '';
      for (const { numbers, forgets, is } of steps) {
        story.be(numbers);
        story.forget(forgets);
        if (is === 'restart') drafts = new IncrementalFileWriter(nodeDisk);
        const last = there !== '' && is !== 'foreign' ? { at: file, sha256: sha256(there), size: Buffer.byteLength(there) } : null;
        let written: string | null = null;
        const sink = async (chunks: AsyncIterable<Uint8Array>) => {
          const parts: Uint8Array[] = [];
          for await (const chunk of chunks) parts.push(Buffer.from(chunk));
          written = Buffer.concat(parts).toString();
        };
        const print = await drafts.write(story.file(), last, is === 'dry' ? null : sink);
        expect(print).toEqual({ sha256: sha256(story.text), size: Buffer.byteLength(story.text) });
        if (is === 'dry') continue;
        expect(written).toBe(last && there === story.text ? null : story.text);
        if (written === null) continue;
        writeFileSync(file, written);
        there = readFileSync(file, 'utf8');
      }
    }),
    { numRuns: cases(150) },
  );
});

test('[Targets] only the new part of a long text is read', async () => {
  const file = join(newFolderForFile(), 'project.json');
  const story = new Blocks();
  const drafts = new IncrementalFileWriter(nodeDisk);
  const numbers = Array.from({ length: 500 }, (_, at) => at);
  story.be(numbers);
  const sink = async (chunks: AsyncIterable<Uint8Array>) => nodeDisk.writeFile(file, chunks, null);
  const first = await drafts.write(story.file(), null, sink);
  story.forget(0);
  story.be([...numbers.slice(0, 250), 1000, ...numbers.slice(251)]);
  story.given = 0;
  // The last file has another path: it is still read while the new one is written.
  const next = `${file}.next`;
  const second = await drafts.write(story.file(), { at: file, ...first }, async (chunks) => nodeDisk.writeFile(next, chunks, null));
  expect(story.given).toBe(1);
  expect(readFileSync(next, 'utf8') === story.text).toBe(true);
  expect(second.sha256).toBe(sha256(story.text));
});
