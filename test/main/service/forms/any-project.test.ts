/** Every read on any project: random ones, the samples and the real files. Each answer has its form; what the reads tell fits together and with the project. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { importStory } from '../../../../main/import/import-story.ts';
import { templateStory } from '../../../../main/import/templates.ts';
import { storedAssetId } from '../../../../main/service/asset-root.ts';
import type { ReadName } from '../../../../main/service/reads.ts';
import { templates } from '../../../../shared/ipc/calls.ts';
import type { KindName } from '../../../../shared/kinds/all.ts';
import { Problem } from '../../../../shared/problem.ts';
import { Project } from '../../../../shared/project.ts';
import { plainText } from '../../../../shared/rich-text/plain-text.ts';
import { granted, wishes } from '../../../any-commands.ts';
import { story } from '../../../build.ts';
import { leftOut, realFiles } from '../../../real-files.ts';
import { stillWorld } from '../../../world.ts';
import { readOf } from './open-reads.ts';

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly parentId: string | null;
  readonly children: readonly string[];
  readonly [field: string]: unknown;
}
type Row = { readonly id: string; readonly [field: string]: unknown };

/** Goes through every read of the project and holds each against the records. */
function holdsTogether(project: Project): void {
  const read = (name: ReadName, params: Record<string, string> = {}) => readOf(project, name, params) as Row;
  const rows = (name: ReadName, params: Record<string, string> = {}) => readOf(project, name, params) as Row[];
  const idsOf = (kind: KindName) => [...project.all(kind)].map(({ id }) => id).sort();

  for (const [list, kind] of [
    ['listBoards', 'board'],
    ['listComponents', 'component'],
    ['listAssets', 'asset'],
  ] as const) {
    const entries = readOf(project, list) as readonly Entry[];
    expect(entries.map(({ id }) => storedAssetId(project, id)).sort()).toEqual(idsOf(kind));
    for (const { id, parentId, children, type } of entries) {
      expect(children).toEqual(entries.filter((each) => each.parentId === id).map((each) => each.id));
      if (parentId === null) expect(id).toBe(entries[0]?.id);
      if (type !== 'folder') expect(children).toEqual([]);
    }
  }

  for (const board of readOf(project, 'listBoards') as readonly Entry[]) {
    const stored = read('getBoard', { boardId: board.id });
    if (board.type === 'folder') {
      expect(stored.children).toEqual(board.children);
      expect([board.elementCount, board.noteCount, board.connectionCount, board.branchCount, board.jumperCount]).toEqual([0, 0, 0, 0, 0]);
      continue;
    }
    const params = { boardId: board.id };
    for (const [list, ids, count, kind] of [
      ['listBoardElements', 'elements', 'elementCount', 'element'],
      ['listBoardNotes', 'notes', 'noteCount', 'note'],
      ['listBoardJumpers', 'jumpers', 'jumperCount', 'jumper'],
      ['listBoardBranches', 'branches', 'branchCount', 'branch'],
      ['listBoardConnections', 'connections', 'connectionCount', 'connection'],
    ] as const) {
      const items = rows(list, params).map(({ id }) => id);
      expect(items).toEqual(stored[ids]);
      expect(items).toHaveLength(Number(board[count]));
      expect([...items].sort()).toEqual([...project.all(kind)].flatMap((each) => (each.boardId === board.id ? [each.id] : [])).sort());
    }
    for (const item of rows('listBoardElements', params)) {
      const element = read('getElement', { elementId: item.id });
      expect(item).toMatchObject({
        componentCount: (element.components as unknown[]).length,
        attributeCount: (element.attributes as unknown[]).length,
        outputCount: (element.outputs as unknown[]).length,
        title: (element.title as Record<string, { text: string | null }>)[project.mainLocale]?.text ?? '',
      });
      const words = Object.values(element.content as object).some(({ text }) => plainText(text) !== '');
      if (words) expect(item.hasContent).toBe(true);
      for (const output of element.outputs as string[]) expect(read('getConnection', { connectionId: output }).sourceid).toBe(item.id);
      expect(rows('getElementAttributes', { elementId: item.id }).map(({ id }) => id)).toEqual(element.attributes);
    }
    for (const { id } of rows('listBoardBranches', params)) {
      const { conditions } = read('getBranch', { branchId: id }) as unknown as {
        conditions: Record<'ifCondition' | 'elseCondition', Row | null> & { elseIfConditions: Row[] };
      };
      const all = [conditions.ifCondition, ...conditions.elseIfConditions, conditions.elseCondition].filter((each) => each !== null);
      expect(all.map((each) => each.id)).toEqual(project.list(id, 'conditions'));
      for (const { output } of all) if (output !== null) expect(project.find('connection', String(output))?.boardId).toBe(board.id);
    }
    expect(rows('getBoardAttributes', params).map(({ id }) => id)).toEqual(stored.attributes);
    expect(rows('listComments').flatMap(({ id, position }) => ((position as Row).id === board.id ? [id] : []))).toEqual(stored.comments);
  }

  for (const { id } of project.all('note')) read('getNote', { noteId: id });
  for (const { id } of project.all('jumper')) read('getJumper', { jumperId: id });
  for (const { id } of project.all('variable')) read('getVariable', { variableId: id });
  for (const { id } of project.all('component')) read('getComponent', { componentId: id });
  for (const { id } of project.all('asset')) read('getAsset', { assetId: id });
  for (const { id, cId, cType } of project.all('attribute')) {
    const owner = cType === 'boards' ? 'Board' : cType === 'elements' ? 'Element' : 'Component';
    const params = { [`${owner.toLowerCase()}Id`]: cId, attributeId: id };
    expect(read(`get${owner}Attribute`, params)).toEqual(read('getAttribute', params));
  }
  expect(
    rows('listComments')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(idsOf('comment'));
  expect(
    rows('listComments')
      .flatMap(({ replies }) => (replies as Row[]).map(({ id }) => id))
      .sort(),
  ).toEqual(idsOf('reply'));
  read('getCss');
}

describe('every read of any project', { timeout: 200_000 }, () => {
  test('counts, lists and single reads agree with each other and with the records, after any commands', () => {
    const seen = { asked: 0, done: 0 };
    fc.assert(
      fc.property(wishes(), (list) => {
        const world = stillWorld();
        const { project, send } = story(openEngine(null, world), world);
        for (const wish of list) {
          const command = granted(wish, project);
          if (!command) continue;
          seen.asked++;
          try {
            send(command);
            seen.done++;
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
          }
        }
        holdsTogether(project);
      }),
      { numRuns: 100 },
    );
    expect(seen.done / seen.asked).toBeGreaterThan(0.4);
  });

  test.each(templates)('the sample %s', async (template) => {
    const world = stillWorld();
    const { records } = await importStory(templateStory(template, world), { world });
    holdsTogether(new Project(records));
  });

  test(`the real files${leftOut}`, async () => {
    for (const { json } of realFiles()) {
      const { records } = await importStory(json, { world: stillWorld(), repair: true });
      holdsTogether(new Project(records));
    }
  });
});
