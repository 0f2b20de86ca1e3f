/**
 * Lists of a large project, compared with the minimum of work: writing the same answer as JSON. A tree must not read the items of its
 * boards.
 */
import { readHandlers } from '../../main/rest-api/handlers/read-handlers.ts';
import type { ReadRouteName } from '../../shared/contracts/rest/routes/routes.ts';
import { Project } from '../../shared/model/project.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { measureSeconds, median, type Row } from './measure.ts';
import { largeStory } from './stories.ts';

export async function benchReads(): Promise<Row[]> {
  const many = new Project(largeStory(createTestEnvironment(), 20_000, 67));
  const wide = new Project(largeStory(createTestEnvironment(), 20_000));
  const fullest = [...wide.recordsOfKind('board')].find(({ id }) => wide.listSize(id, 'elements') > 1)?.id ?? '';
  const element = wide.childIds(fullest, 'elements')[100] ?? '';
  return [
    await measured('board tree of 300 boards with 20,000 elements', many, 'listBoards', {}, '≤ 5 ms'),
    await measured('elements of one board of 20,000', wide, 'listBoardElements', { boardId: fullest }, '≤ 3 ×'),
    await measured('connections of one board of 20,000', wide, 'listBoardConnections', { boardId: fullest }, '≤ 3 ×'),
    await measured('one element of 20,000', wide, 'getElement', { elementId: element }, '≤ 1 ms'),
  ];
}

async function measured(what: string, project: Project, name: ReadRouteName, params: Record<string, string>, aim: string): Promise<Row> {
  const ours: number[] = [];
  const limit: number[] = [];
  for (let round = 0; round < 15; round++) {
    ours.push(await measureSeconds(() => JSON.stringify(readHandlers[name](project, params))));
    const answer: unknown = readHandlers[name](project, params);
    limit.push(await measureSeconds(() => JSON.stringify(answer)));
  }
  const [mine, least] = [median(ours), median(limit)];
  return { what: `read: ${what}`, ours: ms(mine), limit: `${ms(least)} (the JSON alone)`, ratio: mine / least, aim, number: mine };
}

const ms = (value: number): string => `${(value * 1000).toFixed(2)} ms`;
