/** Large stories for measurements: elements on boards of at most `perBoard`, chained by connections, with text like real ones. */

import type { Environment } from '../../shared/environment.ts';
import { type AnyRecord, getKind } from '../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import { createEmptyStory } from '../story-builder.ts';

const words = 'the old door opens slowly and behind it stands a lamp nobody has lit for years while rain falls on the roof'.split(' ');

export function largeStory(environment: Environment, elements: number, perBoard = elements): AnyRecord[] {
  const records = createEmptyStory(environment, `${elements} elements`);
  const root = records.find(({ kind }) => kind === 'project');
  if (root?.kind !== 'project') throw new Error('no project');
  const boards = Math.ceil(elements / perBoard);
  const { board } = root.roots as { board: string };
  const text = (length: number) => Array.from({ length }, () => words[Math.floor(environment.random() * words.length)]).join(' ');
  for (const [index, rank] of ranksBetween('a0', null, boards).entries()) {
    const boardId = environment.newId();
    records.push({
      ...getKind('board').defaults,
      kind: 'board',
      id: boardId,
      rank,
      parentId: board,
      name: `Board ${index}`,
      customId: `b${index}`,
    });
    const count = Math.min(perBoard, elements - index * perBoard);
    let before: string | undefined;
    for (const [at, place] of ranksBetween(null, null, count).entries()) {
      const id = environment.newId();
      records.push({
        ...getKind('element').defaults,
        kind: 'element',
        id,
        rank: place,
        boardId,
        x: (at % 100) * 380,
        y: Math.floor(at / 100) * 30,
        title: { en: { text: `<p>${text(3)}</p>` } },
        content: { en: { text: `<p>${text(40)}</p><pre><code>v${at % 50} += 1</code></pre>` } },
      });
      if (before !== undefined)
        records.push({
          ...getKind('connection').defaults,
          kind: 'connection',
          id: environment.newId(),
          rank: place,
          outputRank: 'a0',
          boardId,
          sourceid: before,
          sourceType: 'elements',
          targetid: id,
          targetType: 'elements',
          label: { en: { text: `<p>${text(4)}</p>` } },
        });
      before = id;
    }
  }
  const first = records.find(({ kind }) => kind === 'element');
  const variables = ranksBetween(null, null, 50).map(
    (rank, at): AnyRecord => ({ kind: 'variable', id: environment.newId(), rank, name: `v${at}`, type: 'integer', value: 0, folders: [] }),
  );
  return [...records.map((record) => (record === root && first ? { ...record, startingElement: first.id } : record)), ...variables];
}
