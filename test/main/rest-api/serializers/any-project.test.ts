/** Every read on any project: random ones, the samples and the real files. Each answer has its form, and the answers agree with each other and with the project. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { importStory } from '../../../../main/importers/import-story.ts';
import { createTemplateStory } from '../../../../main/importers/templates.ts';
import { toStoredAssetId } from '../../../../main/rest-api/serializers/replies.ts';
import { projectTemplates } from '../../../../shared/contracts/ipc/project-calls.ts';
import type { ReadRouteName } from '../../../../shared/contracts/rest/routes/routes.ts';
import type { KindName } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { CommandTally } from '../../../command-tally.ts';
import { readHostedExports, skippedSuffix } from '../../../hosted-exports.ts';
import { commandSketches, toCommand } from '../../../random-commands.ts';
import { cases } from '../../../rounds.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { readOf } from './open-reads.ts';

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly parentId: string | null;
  readonly children: readonly string[];
  readonly [field: string]: unknown;
}
type Row = { readonly id: string; readonly [field: string]: unknown };

/** Compares every read of the project with its records. */
function holdsTogether(project: Project): void {
  const read = (name: ReadRouteName, params: Record<string, string> = {}) => readOf(project, name, params) as Row;
  const rows = (name: ReadRouteName, params: Record<string, string> = {}) => readOf(project, name, params) as Row[];
  const idsOf = (kind: KindName) => [...project.recordsOfKind(kind)].map(({ id }) => id).sort();

  for (const [list, kind] of [
    ['listBoards', 'board'],
    ['listComponents', 'component'],
    ['listAssets', 'asset'],
  ] as const) {
    const entries = readOf(project, list) as readonly Entry[];
    expect(entries.map(({ id }) => toStoredAssetId(project, id)).sort()).toEqual(idsOf(kind));
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
      expect([...items].sort()).toEqual(
        [...project.recordsOfKind(kind)].flatMap((each) => (each.boardId === board.id ? [each.id] : [])).sort(),
      );
    }
    for (const item of rows('listBoardElements', params)) {
      const element = read('getElement', { elementId: item.id });
      expect(item).toMatchObject({
        componentCount: (element.components as unknown[]).length,
        attributeCount: (element.attributes as unknown[]).length,
        outputCount: (element.outputs as unknown[]).length,
        title: (element.title as Record<string, { text: string | null }>)[project.mainLocale]?.text ?? '',
      });
      const words = Object.values(element.content as object).some(({ text }) => richTextToPlainText(text) !== '');
      if (words) expect(item.hasContent).toBe(true);
      for (const output of element.outputs as string[]) expect(read('getConnection', { connectionId: output }).sourceid).toBe(item.id);
      expect(rows('getElementAttributes', { elementId: item.id }).map(({ id }) => id)).toEqual(element.attributes);
    }
    for (const { id } of rows('listBoardBranches', params)) {
      // The reply of this route, as its row of the contract describes it.
      const { conditions } = read('getBranch', { branchId: id }) as unknown as {
        conditions: Record<'ifCondition' | 'elseCondition', Row | null> & { elseIfConditions: Row[] };
      };
      const all = [conditions.ifCondition, ...conditions.elseIfConditions, conditions.elseCondition].filter((each) => each !== null);
      expect(all.map((each) => each.id)).toEqual(project.childIds(id, 'conditions'));
      for (const { output } of all) if (output !== null) expect(project.find('connection', String(output))?.boardId).toBe(board.id);
    }
    expect(rows('getBoardAttributes', params).map(({ id }) => id)).toEqual(stored.attributes);
    expect(rows('listComments').flatMap(({ id, position }) => ((position as Row).id === board.id ? [id] : []))).toEqual(stored.comments);
  }

  for (const { id } of project.recordsOfKind('note')) read('getNote', { noteId: id });
  for (const { id } of project.recordsOfKind('jumper')) read('getJumper', { jumperId: id });
  for (const { id } of project.recordsOfKind('variable')) read('getVariable', { variableId: id });
  for (const { id } of project.recordsOfKind('component')) read('getComponent', { componentId: id });
  for (const { id } of project.recordsOfKind('asset')) read('getAsset', { assetId: id });
  for (const { id, cId, cType } of project.recordsOfKind('attribute')) {
    const owner = ({ boards: 'Board', elements: 'Element', components: 'Component' } as const)[cType];
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

describe('every read of any project', () => {
  test('counts, lists and single reads agree with each other and with the records, after any commands', () => {
    const tally = new CommandTally();
    fc.assert(
      fc.property(commandSketches(), (list) => {
        tally.startCase();
        const environment = createTestEnvironment();
        const { project, send } = createTestStory(openEngine(null, environment), environment);
        for (const wish of list) {
          const command = toCommand(wish, project);
          if (command) tally.attempt(() => send(command));
        }
        holdsTogether(project);
      }),
      { numRuns: cases(100) },
    );
    tally.expectEnough();
  });

  test.each(projectTemplates)('the sample %s', async (template) => {
    const environment = createTestEnvironment();
    const { records } = await importStory(createTemplateStory(template, environment), { environment: environment });
    holdsTogether(new Project(records));
  });

  test(`the real files${skippedSuffix}`, async () => {
    for (const { json } of readHostedExports()) {
      const { records } = await importStory(json, { environment: createTestEnvironment(), repair: true });
      holdsTogether(new Project(records));
    }
  });
});
