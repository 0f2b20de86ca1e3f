/** The memory of a large story besides its records: an editor keeps it open for hours, next to a copy that is checked after each change. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import { Project } from '../../../shared/model/project.ts';
import { largeStory } from '../../bench/stories.ts';
import { createTestEnvironment } from '../../test-environment.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function occupiedBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('indexes of a story take at most 300 bytes for each record, and findings 600 each', () => {
  const records = largeStory(createTestEnvironment(7), 10_000, 500);
  const atFirst = occupiedBytes();
  const project = new Project(records);
  // Lists are sorted when they are read.
  for (const _ of project.sortListsInSteps());
  const withIndexes = occupiedBytes();
  const { length } = checkStory(project);
  const withFindings = occupiedBytes();
  expect((withIndexes - atFirst) / records.length).toBeLessThan(300);
  expect((withFindings - withIndexes) / length).toBeLessThan(600);
  expect(checkStory(project)).toHaveLength(length);
});
