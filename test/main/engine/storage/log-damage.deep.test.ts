/** [Damage] damage of the write-ahead log after a crash: what can be opened is consistent, and lost edits are reported. */
import { cpSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { Problem } from '../../../../shared/problem.ts';
import { newFolder } from '../../../new-folder.ts';
import { findProjectErrors } from '../../../project-errors.ts';
import { cases, rounds } from '../../../rounds.ts';
import { testRunSeed } from '../../../seed.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { crashWithProjects, flipBit, logOf } from './crashed-folder.ts';

const projects = 6;

/** What a start finds: all projects, fewer with a report, or none of them because it refuses to open the folder. */
async function openOutcome(folder: string): Promise<'whole' | 'reported' | 'refused'> {
  try {
    const engine = openEngine(folder, createTestEnvironment());
    const found = engine.listProjects();
    for (const { hash } of found) expect(findProjectErrors(engine.getProject(hash).records())).toEqual([]);
    const outcome = found.length === projects ? 'whole' : 'reported';
    if (outcome === 'reported') expect(engine.lostChanges).not.toBeNull();
    await engine.close();
    return outcome;
  } catch (error) {
    if (error instanceof Problem && error.code === 'store') return 'refused';
    throw error;
  }
}

const damages = cases(10, 200);

test(`[Damage] after each of ${damages} damages of the log, nothing is lost unnoticed`, { timeout: 30_000 * rounds + 60_000 }, async () => {
  const crashed = newFolder();
  await crashWithProjects(crashed, projects);
  const logSize = statSync(logOf(crashed)).size;
  const { random } = createTestEnvironment(testRunSeed());
  const folder = join(newFolder(), 'data');
  const counts = { whole: 0, reported: 0, refused: 0 };
  for (let damage = 0; damage < damages; damage += 1) {
    rmSync(folder, { recursive: true, force: true });
    cpSync(crashed, folder, { recursive: true });
    const at = Math.floor(random() * logSize);
    if (damage % 2 === 0) truncateSync(logOf(folder), at);
    else flipBit(logOf(folder), at, Math.floor(random() * 8));
    try {
      counts[await openOutcome(folder)] += 1;
    } catch (error) {
      throw new Error(`${damage % 2 === 0 ? 'Cut off at' : 'Flipped a bit of'} byte ${at} of ${logSize}`, { cause: error });
    }
  }
  expect(counts.reported + counts.refused).toBeGreaterThan(damages / 4);
});
