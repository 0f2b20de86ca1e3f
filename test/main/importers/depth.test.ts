/** [G33] Trees of boards, components and assets are at most 200 levels deep, whoever writes them. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { importStory } from '../../../main/importers/import-story.ts';
import type { KindName } from '../../../shared/model/kinds/kinds.ts';
import { Problem } from '../../../shared/problem.ts';
import { createTestStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { importProblem, uuid } from './small-story.ts';

/** Folders inside each other below the root, and a board in the last one, which is at level `depth`. */
function nested(depth: number) {
  const boards: Record<string, object> = { [uuid(0)]: { name: 'Root', root: true, children: [uuid(1)] } };
  for (let at = 1; at < depth; at++) boards[uuid(at)] = { name: `Level ${at}`, children: [uuid(at + 1)] };
  boards[uuid(depth)] = { name: 'Deepest', elements: [] };
  return { name: 'Deep', boards, elements: {} };
}

describe('[G33] an import', () => {
  test('accepts 200 levels, which can be exported', async () => {
    const environment = createTestEnvironment();
    const { records } = await importStory(nested(200), { environment });
    const engine = openEngine(null, environment);
    const { hash } = engine.createProject(records);
    expect(exportStory(engine.getProject(hash), { format: 'json', destination: 'file' })).toContain('Deepest');
  });

  test.each([201, 6_000])('rejects %i levels at the path of the first that is too deep', async (depth) => {
    const problem = await importProblem(nested(depth));
    expect(problem.json).toMatchObject({
      status: 400,
      errors: { [`boards.${uuid(201)}`]: 'is more than 200 levels below the root' },
    });
  });
});

describe('[G33] a command', () => {
  const cases: [KindName, Record<string, unknown>][] = [
    ['board', { type: 'folder', name: 'Folder' }],
    ['component', { type: 'folder', name: 'Folder' }],
    ['asset', { type: 'folder', name: 'Folder' }],
  ];
  test.each(cases)('neither creates a %s below level 200 nor moves one there', (kind, fields) => {
    const { send, project } = createTestStory(openEngine(null, createTestEnvironment()), createTestEnvironment(2));
    const create = (parentId?: string): string =>
      send({ do: 'create', kind, fields: { ...fields, ...(parentId !== undefined && { parentId }) } } as never).ids[0] ?? '';
    let deepest = create();
    for (let level = 2; level <= 200; level++) deepest = create(deepest);
    const rejected = (act: () => unknown): unknown => {
      try {
        act();
      } catch (error) {
        if (error instanceof Problem) return error.json;
        throw error;
      }
      return undefined;
    };
    const tooDeep = { status: 400, errors: { parentId: 'is more than 200 levels below the root' } };
    expect(rejected(() => create(deepest))).toMatchObject(tooDeep);
    const outer = create();
    create(outer);
    const atLevel199 = String(project.get(deepest)?.parentId);
    expect(rejected(() => send({ do: 'move', kind, id: outer, to: atLevel199, at: '-' }))).toMatchObject(tooDeep);
    expect(rejected(() => send({ do: 'move', kind, id: create(), to: atLevel199, at: '-' }))).toBeUndefined();
  });
});
