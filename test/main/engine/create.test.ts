/** engine.create: a new project from complete records, or all their errors by path and no project. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { createEmptyStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { openStory, pathsOf, problemOf, recordsOf } from './open-story.ts';

function withRecords() {
  const environment = createTestEnvironment();
  const engine = openEngine(null, environment);
  const records = createEmptyStory(environment);
  const boardId = records.find(({ customId }) => customId === 'act_1')?.id ?? '';
  const roots = records[0]?.roots as Record<'board' | 'component' | 'asset', string>;
  const record = (kind: KindName, id: string, fields: object): AnyRecord => ({
    ...getKind(kind).defaults,
    kind,
    id,
    rank: 'a0',
    ...fields,
  });
  /** The Problem that creating these records throws; there is no project then. */
  const faults = (list: readonly AnyRecord[]) => {
    const problem = problemOf(() => engine.createProject(list));
    expect(engine.listProjects()).toEqual([]);
    return problem;
  };
  return { environment, engine, records, boardId, roots, record, faults };
}

describe('[Import] whole records', () => {
  test('become a project as they are: hash, number and name, version 1', () => {
    const { project, build } = openStory();
    build('connection');
    build('audioAttachment');
    build('reply');
    const { engine } = withRecords();
    const created = engine.createProject([...project.records()]);
    expect(created).toEqual({ hash: expect.stringMatching(/^[A-Za-z0-9]{10}$/), projectId: 1, name: 'A story' });
    expect(recordsOf(engine.getProject(created.hash))).toEqual(recordsOf(project));
    expect(engine.getVersion(created.hash).version).toBe(1);
    expect(engine.listProjects()).toMatchObject([{ hash: created.hash, name: 'A story', status: 'active' }]);
    expect(engine.getUndoRedoLabels(created.hash)).toEqual({ undo: null, redo: null });
  });

  test('all errors of all records are reported together by path, including dangling references', () => {
    const { records, boardId, record, faults, roots } = withRecords();
    const problem = faults([
      ...records,
      record('element', 'e1', { boardId, x: -1, y: 'far', theme: 'Red' }),
      record('element', 'e2', { boardId: 'gone', x: 39_999, y: 0, linkedBoard: 'gone', cover: { type: 'image', id: 'gone' } }),
      record('element', 'e3', { boardId, x: 0, y: 0, title: { it: { text: '<p>x</p>' } }, linkedBoard: roots.board }),
      record('connection', 'c1', {
        boardId,
        sourceid: 'gone',
        sourceType: 'elements',
        targetid: 'e3',
        targetType: 'elements',
        outputRank: 'a0',
      }),
      record('connection', 'c2', {
        boardId,
        sourceid: 'e3',
        sourceType: 'conditions',
        targetid: 'e3',
        targetType: 'elements',
        outputRank: 'a0',
      }),
      record('board', 'b1', { parentId: boardId, name: 'x', customId: 'x' }),
      record('board', 'b2', { parentId: roots.board, name: 'y', customId: 'act_1' }),
      record('attribute', 'a1', { cId: 'gone', cType: 'elements', value: { type: 'integer', data: 'x' } }),
      record('attribute', 'a2', {
        cId: 'e3',
        cType: 'elements',
        value: { type: 'component-list', data: [{ id: 'r', component: 'gone' }] },
      }),
      record('variable', 'v1', { name: 'if', value: '' }),
    ]);
    expect(problem).toMatchObject({ status: 400, title: 'Project integrity exception during import.' });
    expect(pathsOf(problem)).toEqual([
      'attributes.a1.value.data',
      'attributes.a2.value.data.0.component',
      'boards.b1.parentId',
      'boards.b2.customId',
      'connections.c1.sourceid',
      'connections.c2.sourceid',
      'elements.e1.theme',
      'elements.e1.x',
      'elements.e1.y',
      'elements.e2.boardId',
      'elements.e2.cover.id',
      'elements.e2.linkedBoard',
      'elements.e2.x',
      'elements.e3.linkedBoard',
      'elements.e3.title.it',
      'variables.v1.name',
    ]);
  });

  test('errors of fields alone are a plain 400', () => {
    const { records, record, boardId, faults } = withRecords();
    expect(faults([...records, record('note', 'n', { boardId, x: 0, y: 0, theme: 'x' })])).toMatchObject({
      status: 400,
      title: 'The request is not valid',
    });
  });

  test('two outputs of a condition, two ifs, a branch without an if, an id twice, an unknown kind', () => {
    const { records, record, boardId, faults } = withRecords();
    const branch = record('branch', 'b', { boardId, x: 0, y: 0 });
    const condition = (id: string, role: string) => record('condition', id, { branchId: 'b', role });
    const output = (id: string) =>
      record('connection', id, {
        boardId,
        sourceid: 'i',
        sourceType: 'conditions',
        targetid: 'b',
        targetType: 'branches',
        outputRank: 'a0',
      });
    expect(pathsOf(faults([...records, branch, condition('i', 'if'), condition('j', 'if'), output('o'), output('p')]))).toEqual([
      'conditions.j.role',
      'connections.p.sourceid',
    ]);
    expect(pathsOf(faults([...records, branch, condition('e', 'else')]))).toEqual(['branches.b.conditions']);
    expect(pathsOf(faults([...records, branch, record('note', 'b', { boardId, x: 0, y: 0 })]))).toContain('notes.b');
    expect(pathsOf(faults([...records, { ...branch, kind: 'castle' } as never]))).toEqual(['castle.b']);
  });

  test('folders in a circle, and a second record without a parent', () => {
    const { records, record, roots, faults } = withRecords();
    const folder = (id: string, parentId: string | null) => record('board', id, { type: 'folder', name: id, parentId });
    expect(pathsOf(faults([...records, folder('a', 'b'), folder('b', 'a'), folder('c', null)]))).toEqual([
      'boards.a.parentId',
      'boards.b.parentId',
      'boards.c.parentId',
    ]);
    void roots;
  });

  test('the roots are folders of their kind, and one board can be played', () => {
    const { records, boardId, faults } = withRecords();
    expect(pathsOf(faults(records.slice(1)))).toEqual(['project']);
    expect(pathsOf(faults(records.filter(({ kind }) => kind !== 'asset')))).toEqual(['project.roots.asset']);
    expect(pathsOf(faults(records.filter(({ id }) => id !== boardId)))).toEqual(['boards']);
    const badLocales = records.map((record) => (record.kind === 'project' ? { ...record, locales: [], startingElement: 'gone' } : record));
    expect(pathsOf(faults(badLocales))).toContain('project.locales');
  });

  test('unknown fields are kept in extra', () => {
    const { engine, records, record, boardId } = withRecords();
    const note = { ...record('note', 'n', { boardId, x: 0, y: 0 }), extra: { pinned: true } };
    const { hash } = engine.createProject([...records, note]);
    engine.execute(hash, { do: 'change', kind: 'note', id: 'n', fields: { x: 5 } }, 'user');
    expect(engine.getProject(hash).get('n')).toEqual({ ...note, x: 5 });
  });
});
