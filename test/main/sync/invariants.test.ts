/** The invariants of sync (I1–I44): at least one test names each number. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../root.ts';

const testFolder = join(root, 'test');
/** The titles of tests, also of those for each of a list. */
const named = /(?:\b(?:test|it|describe)(?:\.\w+)*\b[^'"`]*|\](?: as const)?\)\(\s*)(['"`])\[([^\]]+)\]/g;

/** For each number the files whose tests name it. */
function invariants(): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  for (const folder of ['main/sync', 'sync-proof', 'main/app', 'main/delivery'])
    for (const file of readdirSync(join(testFolder, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.test.ts')) continue;
      for (const [, , numbers = ''] of readFileSync(join(testFolder, folder, file), 'utf8').matchAll(named))
        for (const [, from = '', to = from] of numbers.matchAll(/\bI(\d+)(?:–I(\d+))?/g))
          for (let number = Number(from); number <= Number(to); number++)
            found.set(number, (found.get(number) ?? new Set()).add(join(folder, file)));
    }
  return found;
}

test('every invariant of sync has a test that names it', () => {
  const found = invariants();
  const all = Array.from({ length: 44 }, (_, at) => at + 1);
  expect(all.filter((number) => !found.has(number)).map((number) => `I${number}`)).toEqual([]);
  if (process.env.TALEPORT_LIST)
    console.log(all.map((number) => `I${number}: ${[...(found.get(number) ?? [])].sort().join(', ')}`).join('\n'));
});
