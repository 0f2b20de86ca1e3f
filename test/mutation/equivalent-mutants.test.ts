import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { equivalentMutants } from './equivalent-mutants.ts';

test('every equivalent mutant changes a line that the code has', () => {
  const hasLine = (file: string, line: string): boolean =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .some((each) => each.trim() === line);
  const outdated = equivalentMutants.filter(({ file, line, original }) => !line.includes(original) || !hasLine(file, line));
  expect(outdated).toEqual([]);
});
