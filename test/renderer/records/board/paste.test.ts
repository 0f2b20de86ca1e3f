/** Copying and pasting by a real engine: within a board, between boards, and into a project that lacks half of what is referred to. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { moveToBoardCommand } from '../../../../renderer/features/board/actions/move-dialog.tsx';
import {
  type ClipboardContent,
  createClipboardContent,
  type PasteResult,
  parseClipboardContent,
  preparePaste,
} from '../../../../renderer/records/board/paste.ts';
import { runSteps } from '../../../../shared/lists.ts';
import { canvasSize } from '../../../../shared/model/kinds/field-schemas.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { Problem } from '../../../../shared/problem.ts';
import { countOperations } from '../../../count-operations.ts';
import { cases } from '../../../rounds.ts';
import { createTestStory } from '../../../story-builder.ts';
import { elementAt, projectOf, record } from '../../../story-records.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const environment = createTestEnvironment();
const engine = openEngine(null, environment);
const newId = () => environment.newId();
const nameOf = (project: Project, id: string) => project.get(id)?.kind ?? '';
const whole = (project: Project) => [...project.records()].sort((one, two) => (one.id < two.id ? -1 : 1));
const itemLists = ['elements', 'notes', 'jumpers', 'branches'] as const;

/** A board with everything that can belong to an item, and a mention, a component, a sound, a link to another board. */
function createStory() {
  const there = createTestStory(engine, environment);
  const { build, board, project, send } = there;
  const one = build('element', { boardId: board, x: 100, y: 100, title: '<p>One</p>' });
  const two = build('element', { boardId: board, x: 600, y: 100, title: { en: '<p>Two</p>', de: '<p>Zwei</p>' } });
  const hero = build('component', { name: 'Maren' });
  build('componentAttachment', { elementId: one.id, componentId: hero.id });
  build('audioAttachment', { elementId: one.id, mode: 'loop', delay: 200 });
  build('attribute', {
    cId: one.id,
    cType: 'elements',
    name: 'cast',
    value: { type: 'component-list', data: [{ id: 'r1', component: hero.id }] },
  });
  const other = build('board', { name: 'Elsewhere' });
  const mention = `<p><span class="mention mention-component" data-type="component" data-id="${hero.id}" data-label="Maren">@Maren</span> waits for <span class="mention mention-element" data-type="element" data-id="${two.id}" data-label="Two">@Two</span></p>`;
  send({ do: 'change', kind: 'element', id: one.id, fields: { content: mention, linkedBoard: other.id } });
  const jump = build('jumper', { boardId: board, x: 100, y: 500, elementId: two.id });
  const note = build('note', { boardId: board, x: 900, y: 900, content: '<p>Remark</p>' });
  const fork = build('branch', { boardId: board, x: 1000, y: 100 });
  send({ do: 'setConditions', id: fork.id, conditions: { elseIfConditions: [{ script: '1 > 2' }], elseCondition: {} } });
  const [first = '', , last = ''] = project.childIds(fork.id, 'conditions');
  const arrow = (sourceid: string, targetid: string, sourceType: 'elements' | 'conditions', targetType: string, label?: string) =>
    build('connection', { boardId: board, sourceid, targetid, sourceType, targetType, ...(label ? { label } : {}) });
  arrow(one.id, fork.id, 'elements', 'branches', '<p>second</p>');
  arrow(one.id, two.id, 'elements', 'elements', '<p>first</p>');
  arrow(first, two.id, 'conditions', 'elements');
  arrow(last, jump.id, 'conditions', 'jumpers');
  return { ...there, one, two, jump, note, fork, hero, other: other.id, all: [one.id, two.id, jump.id, note.id, fork.id] };
}

/** Everything on a board without ids and places, so that copies can be compared. */
function shape(project: Project, board: string, ids: ReadonlySet<string>): unknown {
  const known = new Map<string, string>();
  for (const list of itemLists) for (const id of project.childIds(board, list)) if (ids.has(id)) known.set(id, `${list} ${known.size}`);
  for (const id of [...known.keys()])
    for (const [at, condition] of project.childIds(id, 'conditions').entries()) known.set(condition, `${known.get(id)} condition ${at}`);
  const bare = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value).replace(
        /[0-9a-f]{8}-[0-9a-f-]{27}/g,
        (id) => known.get(id) ?? (project.has(id) ? project.get(id)?.kind : 'gone') ?? '',
      ),
      (key, each) => (['id', 'rank', 'outputRank', 'x', 'y', 'boardId'].includes(key) ? undefined : each),
    );
  return [...known.keys()].map((id) => [
    bare(project.get(id)),
    ...['components', 'audio', 'attributes', 'outputs'].map((list) => project.childIds(id, list).map((each) => bare(project.get(each)))),
  ]);
}

test('copying and pasting many items gives way between any two of them', () => {
  const project = projectOf(...Array.from({ length: 200 }, (_, at) => elementAt(`e${at}`, 100 * at, 0)));
  const ids = project.childIds('board', 'elements');
  expect([...createClipboardContent(project, ids, nameOf)].length).toBeGreaterThanOrEqual(200);
  const clip = runSteps(createClipboardContent(project, ids, nameOf)) ?? expect.fail();
  const steps = [...preparePaste(project, clip, 'board', { by: { x: 40, y: 40 } }, newId)];
  expect(steps.length).toBeGreaterThanOrEqual(400);
});

const paste = (project: Project, board: string, clip: ClipboardContent | null): PasteResult => {
  const made = clip && runSteps(preparePaste(project, clip, board, { by: { x: 40, y: 40 } }, newId));
  if (!made) throw new Error('Nothing was pasted');
  return made;
};

describe('[Canvas] copy and paste', () => {
  test('a copy has everything that belongs to it, and references between the copies', () => {
    const { project, board, hash, all, send } = createStory();
    const before = shape(project, board, new Set(all));
    const made = paste(project, board, runSteps(createClipboardContent(project, all, nameOf)));
    send({ do: 'batch', commands: made.commands });
    expect(made.skipped).toEqual([]);
    expect(shape(project, board, new Set(made.ids))).toEqual(before);
    engine.undo(hash);
    expect(made.ids.some((id) => project.has(id))).toBe(false);
    expect(shape(project, board, new Set(all))).toEqual(before);
  });

  test('any part of a board pasted and undone leaves the project as it was', () => {
    const { project, board, other, hash, all, send } = createStory();
    fc.assert(
      fc.property(fc.subarray(all, { minLength: 1 }), fc.boolean(), fc.nat(canvasSize), fc.nat(canvasSize), (ids, here, x, y) => {
        const before = whole(project);
        const clip = runSteps(createClipboardContent(project, ids, nameOf));
        const read = parseClipboardContent(JSON.stringify(clip));
        expect(read).toEqual(JSON.parse(JSON.stringify(clip)));
        const made = read && runSteps(preparePaste(project, read, here ? board : other, { middle: { x, y } }, newId));
        if (!made) throw new Error('Nothing was pasted');
        send({ do: 'batch', commands: made.commands });
        expect(made.ids).toHaveLength(ids.length);
        engine.undo(hash);
        expect(whole(project)).toEqual(before);
      }),
      { numRuns: cases(40) },
    );
  });

  test('in another project, everything is pasted that it has a place for; the rest is left out and reported', () => {
    const from = createStory();
    const there = createTestStory(engine, environment);
    there.send({ do: 'removeLocale', iso: 'de' });
    const made = paste(there.project, there.board, runSteps(createClipboardContent(from.project, from.all, nameOf)));
    there.send({ do: 'batch', commands: made.commands });
    const one = there.project.find('element', made.newIds.get(from.one.id) ?? '');
    const two = made.newIds.get(from.two.id) ?? '';
    expect(there.project.find('element', two)?.title).toEqual({ en: { text: '<p>Two</p>' } });
    expect(one?.linkedBoard).toBeNull();
    expect(one?.content.en?.text).toContain(`data-id="${two}"`);
    expect(one?.content.en?.text).toContain('@Maren waits');
    expect(there.project.childIds(one?.id ?? '', 'components')).toEqual([]);
    expect(there.project.children('attribute', one?.id ?? '', 'attributes').map(({ value }) => value.data)).toEqual([null]);
    expect(made.skipped.map(({ kind }) => kind).sort()).toEqual(['asset', 'board', 'component', 'language']);
    expect(there.project.find('jumper', made.newIds.get(from.jump.id) ?? '')?.elementId).toBe(two);
  });

  test('a jumper whose target is not copied has no target in another project', () => {
    const from = createStory();
    const there = createTestStory(engine, environment);
    const made = paste(there.project, there.board, runSteps(createClipboardContent(from.project, [from.jump.id], nameOf)));
    there.send({ do: 'batch', commands: made.commands });
    expect(there.project.find('jumper', made.ids[0] ?? '')?.elementId).toBeNull();
    expect(made.skipped).toEqual([{ kind: 'element', name: 'element' }]);
  });

  test('clipboard data from other programs is ignored, whatever it contains', () => {
    for (const text of [
      '',
      'words',
      '[]',
      'null',
      '{"taleport":"board"}',
      '{"taleport":"board","main":"en","records":[{"kind":"project","id":"x"}],"names":{}}',
    ])
      expect(parseClipboardContent(text)).toBeNull();
    fc.assert(fc.property(fc.json(), (text) => parseClipboardContent(text) === null));
    const twice =
      '{"taleport":"board","main":"en","records":[{"kind":"note","id":"a","x":0,"y":0},{"kind":"note","id":"a","x":0,"y":0}],"names":{}}';
    expect(parseClipboardContent(twice)).toBeNull();
  });
});

test('the work for a paste grows with the number of items', () => {
  const operations = (count: number) => {
    const records = Array.from({ length: count }, (_, at) => [
      record('branch', `branch ${at}`, { boardId: 'board', x: at, y: at }),
      record('condition', `if ${at}`, { branchId: `branch ${at}`, role: 'if', script: null }),
    ]).flat();
    const project = projectOf(...records);
    const clip = runSteps(createClipboardContent(project, project.childIds('board', 'branches'), nameOf));
    return countOperations(() => expect(paste(project, 'board', clip).ids).toHaveLength(count));
  };
  expect(operations(800) / operations(100)).toBeLessThan(9);
});

test('a copy of very many items can be pasted', () => {
  const records = Array.from({ length: 4000 }, (_, at) => elementAt(`element ${at}`, at, at));
  const text = JSON.stringify(
    runSteps(
      createClipboardContent(
        projectOf(...records),
        records.map(({ id }) => id),
        nameOf,
      ),
    ),
  );
  expect(parseClipboardContent(text)?.records).toHaveLength(4000);
});

describe('[Canvas] moving to another board', () => {
  test('references to moved items are updated; connections that would cross boards are deleted', () => {
    const { project, board, other, hash, one, two, jump, build, send } = createStory();
    send({ do: 'change', kind: 'project', id: 'project', fields: { startingElement: two.id } });
    const far = build('jumper', { boardId: other, x: 2000, y: 2000, elementId: two.id });
    const before = whole(project);
    const made = runSteps(moveToBoardCommand(project, [two.id], other, newId, nameOf));
    if (!made) throw new Error('Nothing moves');
    send(made.command);
    const [now = ''] = made.ids;
    expect(made.removedConnections).toBe(2);
    expect(project.has(two.id)).toBe(false);
    expect(project.find('element', now)?.boardId).toBe(other);
    expect(project.projectRecord.startingElement).toBe(now);
    expect([jump.id, far.id].map((id) => project.find('jumper', id)?.elementId)).toEqual([now, now]);
    expect(project.find('element', one.id)?.content.en?.text).toContain(`data-id="${now}"`);
    expect(project.children('connection', board, 'connections').some(({ targetid }) => targetid === two.id)).toBe(false);
    engine.undo(hash);
    expect(whole(project)).toEqual(before);
  });

  test('a part of the story leaves jumpers, to which the connections from outside lead', () => {
    const { project, board, other, hash, two, send } = createStory();
    const before = whole(project);
    const arriving = project
      .children('connection', board, 'connections')
      .filter(({ sourceid, targetid }) => targetid === two.id && sourceid !== two.id);
    expect(arriving.length).toBeGreaterThan(0);
    const made = runSteps(moveToBoardCommand(project, [two.id], other, newId, nameOf, 'branch'));
    if (!made) throw new Error('Nothing moves');
    send(made.command);
    const [now = ''] = made.ids;
    for (const { id, sourceid } of arriving) {
      const connection = project.find('connection', id);
      expect(connection).toMatchObject({ sourceid, targetType: 'jumpers' });
      expect(project.find('jumper', connection?.targetid ?? '')).toMatchObject({ boardId: board, elementId: now });
    }
    engine.undo(hash);
    expect(whole(project)).toEqual(before);
  });

  test('everything that moves keeps its local comments, and a copy has none', () => {
    const { project, board, other, hash, all, send } = createStory();
    const childLists = ['conditions', 'components', 'audio', 'attributes', 'outputs'];
    const recordsOn = (on: string) =>
      itemLists
        .flatMap((list) => project.childIds(on, list))
        .flatMap((id) => [id, ...childLists.flatMap((list) => project.childIds(id, list))])
        .flatMap((id) => project.get(id) ?? []);
    const commentsOn = (on: string) => recordsOn(on).flatMap(({ localComments }) => Object.values(localComments ?? {}));
    for (const { kind, id } of recordsOn(board)) send({ do: 'addLocalComment', kind, id, text: `On ${id}` });
    const before = commentsOn(board);
    expect(before.length).toBeGreaterThan(10);
    send({ do: 'batch', commands: paste(project, other, runSteps(createClipboardContent(project, all, nameOf))).commands });
    expect(commentsOn(other)).toEqual([]);
    engine.undo(hash);
    const cut = parseClipboardContent(JSON.stringify(runSteps(createClipboardContent(project, all, nameOf, 'move'))));
    send({ do: 'batch', commands: paste(project, other, cut).commands });
    expect(new Set(commentsOn(other))).toEqual(new Set(before));
    engine.undo(hash);
    const made = runSteps(moveToBoardCommand(project, all, other, newId, nameOf));
    if (!made) throw new Error('Nothing moves');
    send(made.command);
    expect([commentsOn(board), new Set(commentsOn(other))]).toEqual([[], new Set(before)]);
    engine.undo(hash);
    expect(commentsOn(board)).toEqual(before);
  });

  test('whatever belongs to a record beside its fields goes along: unknown fields, and which translations are outdated', () => {
    const { project, other, hash, two, fork, send } = createStory();
    const put = (id: string, extra: Record<string, unknown>) => {
      const record = project.get(id);
      if (record) send({ do: 'replaceRecords', renamedIds: [], put: [{ ...record, extra }], removedIds: [] }, 'remote');
    };
    const [condition = ''] = project.childIds(fork.id, 'conditions');
    put(two.id, { season: { of: 'dusk' } });
    put(condition, { weight: 2 });
    send({ do: 'change', kind: 'element', id: two.id, fields: { title: { en: '<p>The second</p>' } } });
    const { extra, translatedFrom } = project.find('element', two.id) ?? expect.fail();
    expect(translatedFrom).toEqual({ 'title/de': '<p>Two</p>' });
    const expectAt = (newIds: ReadonlyMap<string, string>) => {
      expect(project.get(newIds.get(two.id) ?? '')).toMatchObject({ extra, translatedFrom });
      expect(project.get(newIds.get(condition) ?? '')).toMatchObject({ extra: { weight: 2 } });
    };
    const before = whole(project);
    for (const purpose of ['copy', 'move'] as const) {
      const clip = parseClipboardContent(JSON.stringify(runSteps(createClipboardContent(project, [two.id, fork.id], nameOf, purpose))));
      const made = paste(project, other, clip);
      send({ do: 'batch', commands: made.commands });
      expectAt(made.newIds);
      engine.undo(hash);
      expect(whole(project)).toEqual(before);
    }
    const made = runSteps(moveToBoardCommand(project, [two.id], other, newId, nameOf)) ?? expect.fail();
    send(made.command);
    expect(project.get(made.ids[0] ?? '')).toMatchObject({ extra, translatedFrom });
  });

  test('unknown fields with the name of a field, or nested too deeply, are rejected', () => {
    const { two, send } = createStory();
    const deep = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`);
    for (const extra of [{ title: 'Two' }, { deep }])
      expect(() => send({ do: 'putEnvelope', kind: 'element', id: two.id, extra })).toThrow(Problem);
  });

  test('comments of moved items do not count as changes in the label of undo', () => {
    const { project, other, hash, all, send, one } = createStory();
    const move = () => {
      const made = runSteps(moveToBoardCommand(project, all, other, newId, nameOf));
      if (!made) throw new Error('Nothing moves');
      send(made.command);
      const { undo } = engine.getUndoRedoLabels(hash);
      engine.undo(hash);
      return undo;
    };
    const without = move();
    send({ do: 'addLocalComment', kind: 'element', id: one.id, text: 'Check this' });
    expect(move()).toEqual(without);
  });

  test('moved items do not overlap existing ones', () => {
    const { project, other, one, build, send } = createStory();
    const there = build('element', { boardId: other, x: one.x, y: one.y });
    const made = runSteps(moveToBoardCommand(project, [one.id], other, newId, nameOf));
    if (!made) throw new Error('Nothing moves');
    send(made.command);
    const now = project.find('element', made.ids[0] ?? '');
    if (!now) throw new Error('It is gone');
    const apart =
      now.x >= there.x + there.width || there.x >= now.x + now.width || now.y >= there.y + there.height || there.y >= now.y + now.height;
    expect(apart).toBe(true);
  });
});
