/** Data folders as a crash leaves them, for tests. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

export const databaseOf = (folder: string): string => join(folder, 'taleport.sqlite');
export const logOf = (folder: string): string => `${databaseOf(folder)}-wal`;

/** Fills a folder with these projects, as if the process was killed after its last change was recorded: it is copied while it is open. */
export async function crashWithProjects(folder: string, count: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const environment = createTestEnvironment();
  const live = mkdtempSync(join(tmpdir(), 'taleport-live-'));
  const engine = openEngine(live, environment);
  for (let made = 0; made < count; made += 1) engine.createProject(createEmptyStory(environment));
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  cpSync(live, folder, { recursive: true });
  // The index of the log is memory of the processes that have it open. SQLite makes it anew from the log.
  rmSync(`${databaseOf(folder)}-shm`);
  await engine.close();
  rmSync(live, { recursive: true });
}

export function flipBit(file: string, at: number, bit = 0): void {
  const content = readFileSync(file);
  content[at] = (content[at] ?? 0) ^ (1 << bit);
  writeFileSync(file, content);
}
