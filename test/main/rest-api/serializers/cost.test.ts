/** The cost of reads, counted: each reads only the records that it returns, never the whole project. */
import { expect, test } from 'vitest';
import { readHandlers } from '../../../../main/rest-api/handlers/read-handlers.ts';
import type { ReadRouteName } from '../../../../shared/contracts/rest/routes/routes.ts';
import type { KindName, StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { largeStory } from '../../../bench/stories.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const never = (): never => {
  throw new Error('A read went through all records');
};

/** Counts the records that are read; iterating over all of them throws. */
class Watched extends Project {
  lookups = 0;
  override records = never;
  override recordsOfKind = never;
  override find<K extends KindName>(kind: K, id: string): StoryRecord<K> | undefined {
    if (kind !== 'project') this.lookups++;
    return super.find(kind, id);
  }
}

test('a list reads each listed record once, a single read a few records, and neither reads the others', () => {
  const project = new Watched(largeStory(createTestEnvironment(), 3000, 10));
  const boards = project.childIds(project.projectRecord.roots.board, 'boards');
  const boardId = boards[7] ?? '';
  const lookups = (name: ReadRouteName, params: Record<string, string> = {}): number => {
    project.lookups = 0;
    readHandlers[name](project, params);
    return project.lookups;
  };
  const entries = boards.length + 1;
  expect(entries).toBeGreaterThan(300);
  expect(lookups('listBoards')).toBe(entries);
  expect(lookups('listComments')).toBe(entries);
  expect(lookups('listComponents')).toBe(1);
  expect(lookups('listAssets')).toBe(1);
  expect(lookups('getBoard', { boardId })).toBe(1);
  expect(lookups('listBoardElements', { boardId })).toBe(1 + 10);
  expect(lookups('listBoardConnections', { boardId })).toBe(1 + 9);
  expect(lookups('getElement', { elementId: project.childIds(boardId, 'elements')[3] ?? '' })).toBe(1);
  expect(lookups('getCss')).toBe(0);
});
