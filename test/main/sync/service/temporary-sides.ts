/** Sides that are closed, and folders that are removed, after each test of a file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { openSide, type Side } from './two-workspaces.ts';

/** To be called once in a file. */
export function createTemporarySides() {
  const sides = new Set<Side>();
  const folders: string[] = [];
  afterEach(async () => {
    for (const side of sides) await side.close();
    sides.clear();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
  return {
    createFolder(): string {
      const folder = mkdtempSync(join(tmpdir(), 'taleport-side-'));
      folders.push(folder);
      return folder;
    },
    async open(folder: string | null = null): Promise<Side> {
      const side = await openSide(folder);
      sides.add(side);
      return side;
    },
    /** Before the end of the test, for example to open its folder again. */
    async close(side: Side): Promise<void> {
      sides.delete(side);
      await side.close();
    },
  };
}
