/** The boards of the samples and of real files: as they are stored, and after automatic layout. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { importStory } from '../../../../../main/importers/import-story.ts';
import { layoutItems } from '../../../../../renderer/features/board/layout/layout-items.ts';
import { toRoutedConnection, toRoutedItem } from '../../../../../renderer/features/board/routing/connection-routes.ts';
import { BoardIndex } from '../../../../../renderer/records/board/board-index.ts';
import { recordName } from '../../../../../renderer/records/names/record-names.ts';
import { type Box, boundsOf } from '../../../../../shared/layout/geometry.ts';
import { ConnectionRouter } from '../../../../../shared/layout/routing/connection-router.ts';
import { labelSize } from '../../../../../shared/layout/routing/label-size.ts';
import { Project } from '../../../../../shared/model/project.ts';
import { readHostedExports, skippedSuffix } from '../../../../hosted-exports.ts';
import { findCrossedPairs, findRouteFaults } from '../../../../shared/layout/route-faults.ts';
import { createTestEnvironment } from '../../../../test-environment.ts';

const samples = resolve(import.meta.dirname, '../../../../../samples');
const readSamples = () =>
  readdirSync(samples)
    .filter((name) => name.includes('sample') || name === 'visual-novel.json')
    .map((name) => ({ name, json: JSON.parse(readFileSync(join(samples, name), 'utf8')) as unknown }));

/** A story without positions: each element leads to the one `step` after it, with a label, and some lead farther. */
function createLongStory(count: number, step: number): unknown {
  const id = (kind: number, at: number) => `00000000-0000-4000-${8000 + kind}-${String(at).padStart(12, '0')}`;
  const arrows = Array.from({ length: count - step }, (_, at) => [at, at + step] as const);
  const jumps = step === 1 ? [] : arrows.filter(([from]) => from % 7 === 0).map(([from, to]) => [from, to - 1] as const);
  const connections = [...arrows, ...jumps].filter(([from, to]) => from !== to);
  return {
    name: 'Long',
    startingElement: id(0, 0),
    boards: {
      [id(1, 0)]: { name: 'Root', root: true, children: [id(1, 1)] },
      [id(1, 1)]: {
        name: 'Board',
        elements: Array.from({ length: count }, (_, at) => id(0, at)),
        connections: connections.map((_, at) => id(2, at)),
      },
    },
    elements: Object.fromEntries(Array.from({ length: count }, (_, at) => [id(0, at), { title: `<p>Element ${at}</p>` }])),
    connections: Object.fromEntries(
      connections.map(([from, to], at) => [
        id(2, at),
        { sourceid: id(0, from), sourceType: 'elements', targetid: id(0, to), targetType: 'elements', label: '<p>Open the next door</p>' },
      ]),
    ),
  };
}

async function readBoards(json: unknown): Promise<BoardIndex[]> {
  const { records } = await importStory(json, { environment: createTestEnvironment(), repair: true });
  const project = new Project(records);
  const boards = records.filter(({ kind }) => kind === 'board').map(({ id }) => new BoardIndex(project, id));
  for (const index of boards) for (const _ of index.build());
  return boards.filter(({ connections }) => connections.size > 0);
}

function faultsOf(index: BoardIndex): string[] {
  const items = [...index.boxes].map(([id, box]) => toRoutedItem(index, id, box));
  const connections = [...index.connections.values()].map((geometry) =>
    toRoutedConnection(geometry, recordName(index.project, geometry.record.id)),
  );
  const routes = new ConnectionRouter().update({ items, connections, removedItems: [], removedConnections: [] });
  const board = { items, connections, routes };
  return [...findRouteFaults(board), ...findCrossedPairs(board)];
}

async function layOut(index: BoardIndex): Promise<void> {
  const items = [...index.boxes].map(([id, box]) => ({ id, ...box }));
  const arrows = [...index.connections.values()].map(({ itemId, record }) => {
    const label = recordName(index.project, record.id);
    return { from: itemId, to: record.targetid, label: label === '' ? undefined : labelSize(label, record.labelWidth ?? 200) };
  });
  const places = await layoutItems({ items, arrows, obstacles: [] });
  index.setDraggedBoxes(new Map(items.map(({ id, ...box }): [string, Box] => [id, { ...box, ...places?.get(id) }])));
}

test('[Connection] no line runs through a card, no label covers anything and opposite lines do not cross on the boards of the samples', async () => {
  for (const { name, json } of readSamples()) for (const board of await readBoards(json)) expect(faultsOf(board), name).toEqual([]);
});

test(`[Connection] nor on the boards of real files, as they are stored${skippedSuffix}`, async () => {
  for (const { name, json } of readHostedExports()) for (const board of await readBoards(json)) expect(faultsOf(board), name).toEqual([]);
});

test(`[Connection] nor after automatic layout${skippedSuffix}`, async () => {
  for (const { name, json } of [...readSamples(), ...readHostedExports()])
    for (const board of await readBoards(json)) {
      await layOut(board);
      expect(faultsOf(board), name).toEqual([]);
    }
});

test.each([1, 2, 5])('[Connection] nor where automatic layout continues a long board of %i parallel threads in rows', async (step) => {
  const boards = await readBoards(createLongStory(240, step));
  expect(boards).toHaveLength(1);
  for (const board of boards) {
    await layOut(board);
    const { width = 0, height = 1 } = boundsOf(board.boxes.values()) ?? {};
    expect(width / height).toBeGreaterThan(1);
    expect(width / height).toBeLessThan(3);
    expect(faultsOf(board)).toEqual([]);
  }
});
