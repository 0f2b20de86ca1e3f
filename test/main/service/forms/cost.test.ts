/** What a read costs, counted: it looks at what it shows and never goes through the whole project. */
import { expect, test } from 'vitest';
import { type ReadName, reads } from '../../../../main/service/reads.ts';
import type { KindName, StoryRecord } from '../../../../shared/kinds/all.ts';
import { Project } from '../../../../shared/project.ts';
import { largeStory } from '../../../bench/stories.ts';
import { stillWorld } from '../../../world.ts';

const never = (): never => {
  throw new Error('A read went through all records');
};

/** Counts the records that are looked at; going through all of them is refused. */
class Watched extends Project {
  looks = 0;
  override records = never;
  override all = never;
  override find<K extends KindName>(kind: K, id: string): StoryRecord<K> | undefined {
    if (kind !== 'project') this.looks++;
    return super.find(kind, id);
  }
}

test('lists look at each record that they show once, a single read at a handful; none at the rest', () => {
  const project = new Watched(largeStory(stillWorld(), 3000, 10));
  const boards = project.list(project.root.roots.board, 'boards');
  const boardId = boards[7] ?? '';
  const looks = (name: ReadName, params: Record<string, string> = {}): number => {
    project.looks = 0;
    reads[name](project, params);
    return project.looks;
  };
  const entries = boards.length + 1;
  expect(entries).toBeGreaterThan(300);
  expect(looks('listBoards')).toBe(entries);
  expect(looks('listComments')).toBe(entries);
  expect(looks('listComponents')).toBe(1);
  expect(looks('listAssets')).toBe(1);
  expect(looks('getBoard', { boardId })).toBe(1);
  expect(looks('listBoardElements', { boardId })).toBe(1 + 10);
  expect(looks('listBoardConnections', { boardId })).toBe(1 + 9);
  expect(looks('getElement', { elementId: project.list(boardId, 'elements')[3] ?? '' })).toBe(1);
  expect(looks('getCss')).toBe(0);
});
