/** Undo and redo: field by field, between changes of others, as far back as the journal reaches. */
import { describe, expect, test } from 'vitest';
import { journalLimits, serializeLabel, UndoHistory } from '../../../main/engine/history/undo-history.ts';
import type { UndoRedoLabels, UndoResult } from '../../../shared/contracts/ipc/results.ts';
import { loadTranslator } from '../../../shared/load-translator.ts';
import { isMessageKey, t } from '../../../shared/messages/english.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { allKinds } from '../../../shared/model/kinds/kinds.ts';
import { countOperations } from '../../count-operations.ts';
import { openStory, problemOf, recordsOf } from './open-story.ts';

function withHistory() {
  const opened = openStory();
  const { engine, hash } = opened;
  return {
    ...opened,
    undo: () => inEnglish(engine.undo(hash)),
    redo: () => inEnglish(engine.redo(hash)),
    labels: () => engine.getUndoRedoLabels(hash),
    history: () => textsOf(engine.getUndoRedoLabels(hash)),
  };
}

const inEnglish = (result: UndoResult) => ({ ...result, skipped: result.skipped.map((each) => t(each)) });
const textsOf = ({ undo, redo }: UndoRedoLabels) => ({ undo: undo && t(undo), redo: redo && t(redo) });

describe('[History] steps', () => {
  test('undo and redo are versions of their own and restore exactly', () => {
    const { build, project, undo, redo } = withHistory();
    const before = recordsOf(project);
    build('connection');
    const after = recordsOf(project);
    for (let count = 0; count < 3; count++) undo();
    expect(recordsOf(project)).toEqual(before);
    for (let count = 0; count < 3; count++) redo();
    expect(recordsOf(project)).toEqual(after);
    expect(undo()).toMatchObject({ version: 10, newVersion: 11, skipped: [] });
  });

  test('say where they can be seen: at the record, or on the board of one that is gone', () => {
    const { board, build, undo, redo } = withHistory();
    const { id } = build('note');
    expect(undo().place).toBe(board);
    expect(redo().place).toBe(id);
  });

  test('only the user’s own steps are undone', () => {
    const { board, make, change, undo, history } = withHistory();
    const id = make('board', {});
    change('board', board, { name: 'By the API' }, 'api');
    change('board', board, { name: 'By the mirror' }, 'remote');
    expect(history()).toEqual({ undo: 'Create “Untitled board”', redo: null });
    undo();
    expect(history()).toEqual({ undo: null, redo: 'Create “Untitled board”' });
    void id;
  });

  test('without a step to undo or redo it is a 409', () => {
    const { engine, hash } = withHistory();
    expect(problemOf(() => engine.undo(hash))).toMatchObject({ status: 409 });
    expect(problemOf(() => engine.redo(hash))).toMatchObject({ status: 409 });
  });

  test('a new local step clears the redo steps; a step of others does not', () => {
    const { board, make, change, undo, redo, history } = withHistory();
    make('board', {});
    undo();
    change('board', board, { name: 'x' }, 'remote');
    expect(history().redo).toBe('Create “Untitled board”');
    redo();
    undo();
    change('board', board, { name: 'y' }, 'user');
    expect(history()).toEqual({ undo: 'Rename to “y”', redo: null });
  });
});

describe('[History] with changes of others', () => {
  test('a field changed by others since is skipped and reported; the other fields are reverted', () => {
    const { build, change, project, undo } = withHistory();
    const { id } = build('note');
    change('note', id, { x: 1, theme: 'red' }, 'user');
    change('note', id, { theme: 'blue' }, 'remote');
    expect(undo().skipped).toEqual(['The note keeps its “Colour”, which has since been changed.']);
    expect(project.get(id)).toMatchObject({ x: 100, theme: 'blue' });
  });

  test('texts are reverted language by language', () => {
    const { build, change, project, undo } = withHistory();
    const { id } = build('element', { title: { en: '<p>a</p>', de: '<p>b</p>' } });
    change('element', id, { title: { en: '<p>a2</p>', de: '<p>b2</p>' } }, 'user');
    change('element', id, { title: { de: '<p>b3</p>' } }, 'api');
    expect(undo().skipped).toHaveLength(1);
    expect(project.find('element', id)?.title).toEqual({ en: { text: '<p>a</p>' }, de: { text: '<p>b3</p>' } });
  });

  test('a created record that others use stays, with its dependencies', () => {
    const { make, build, project, undo, send, sound } = withHistory();
    const folder = make('board', { type: 'folder' });
    const board = make('board', { parentId: folder });
    send({ do: 'create', kind: 'note', fields: { boardId: board, x: 0, y: 0 } }, 'remote');
    expect(undo().skipped).toEqual(['The board was kept, because something newer uses it.']);
    expect(undo().skipped).toEqual(['The board was kept, because something newer uses it.']);
    expect(project.has(folder)).toBe(true);
    void build;
    sound();
  });

  test('a record whose parent others deleted cannot be restored, and this is reported', () => {
    const { make, build, project, undo, send, sound } = withHistory();
    const board = make('board', {});
    const note = build('note', { boardId: board }).id;
    send({ do: 'remove', kind: 'note', id: note });
    send({ do: 'remove', kind: 'board', id: board }, 'remote');
    expect(undo().skipped).toEqual(['The note couldn’t be restored. Its “Board” no longer exists.']);
    expect(project.has(note)).toBe(false);
    sound();
  });

  test('a name used by others since stays with them', () => {
    const { build, project, undo, send, sound } = withHistory();
    const { id, name } = build('variable');
    send({ do: 'remove', kind: 'variable', id });
    send({ do: 'create', kind: 'variable', fields: { name } }, 'remote');
    expect(undo().skipped[0]).toMatch(/^The variable couldn’t be restored\. “Name” is already/);
    expect([...project.recordsOfKind('variable')]).toHaveLength(1);
    sound();
  });

  test('the last playable board stays even if the user created it', () => {
    const { board, make, project, undo, send } = withHistory();
    const mine = make('board', {});
    send({ do: 'remove', kind: 'board', id: board }, 'remote');
    expect(undo().skipped).toEqual(['The board was kept, because something newer uses it.']);
    expect(project.has(mine)).toBe(true);
  });

  test('a language with texts of others stays', () => {
    const { build, change, project, undo, send, sound } = withHistory();
    const { id } = build('element');
    send({ do: 'addLocale', locale: { iso: 'fr', name: 'Français', base: null } });
    change('element', id, { title: { fr: '<p>Salle</p>' } }, 'remote');
    expect(undo().skipped).toEqual(['A language was kept, because it is in use.']);
    expect(project.projectRecord.locales).toHaveLength(3);
    sound();
  });

  test('a language is removed again if only the other languages have texts', () => {
    const { build, change, project, undo, send } = withHistory();
    const { id } = build('element', { title: { en: '<p>Hall</p>' } });
    send({ do: 'addLocale', locale: { iso: 'fr', name: 'Français', base: null } });
    change('element', id, { content: { de: '<p>Dunkel</p>' } }, 'remote');
    expect(undo().skipped).toEqual([]);
    expect(project.projectRecord.locales.map(({ iso }) => iso)).toEqual(['en', 'de']);
  });

  test('a step without remaining effect is skipped', () => {
    const { build, change, undo, history } = withHistory();
    const { id } = build('note');
    change('note', id, { theme: 'red' }, 'user');
    change('note', id, { theme: 'blue' }, 'remote');
    const { version, newVersion, skipped } = undo();
    expect([newVersion - version, skipped.length]).toEqual([0, 1]);
    expect(history()).toEqual({ undo: 'Create note', redo: null });
  });

  test('the type of an asset stays if others use it', () => {
    const { make, change, build, undo, send, project, sound } = withHistory();
    const asset = make('asset', { name: 'a', type: 'image' });
    const { id: elementId } = build('element');
    change('asset', asset, { type: 'audio' }, 'user');
    send({ do: 'create', kind: 'audioAttachment', fields: { elementId, assetId: asset } }, 'remote');
    expect(undo().skipped[0]).toMatch(/is used/);
    expect(project.find('asset', asset)?.type).toBe('audio');
    sound();
  });

  test('if its position among siblings is occupied, a record is restored right behind it', () => {
    const { make, project, undo, send, roots, board, sound } = withHistory();
    const [a, b] = [make('board', { name: 'a' }), make('board', { name: 'b' })];
    send({ do: 'remove', kind: 'board', id: a });
    const other = send({ do: 'create', kind: 'board', fields: {}, at: 1 }, 'remote').ids[0];
    undo();
    expect(project.childIds(roots.board, 'boards')).toEqual([board, other, a, b]);
    sound();
  });

  test('a displaced record does not occupy the position of another restored one', () => {
    const { make, project, undo, send, roots, board, sound } = withHistory();
    const [a, c] = [make('board', { name: 'a' }), make('board', { name: 'c' })];
    const b = send({ do: 'create', kind: 'board', fields: { name: 'b' }, at: 2 }).ids[0] ?? '';
    send({ do: 'batch', commands: [a, b].map((id) => ({ do: 'remove', kind: 'board', id }) as const) });
    const other = send({ do: 'create', kind: 'board', fields: {}, at: 1 }, 'remote').ids[0];
    undo();
    expect(project.childIds(roots.board, 'boards')).toEqual([board, other, a, b, c]);
    sound();
  });

  test('a board whose customId is used by another board since is restored with a new one', () => {
    const { make, build, project, undo, send, sound } = withHistory();
    const hall = make('board', { name: 'Hall' });
    const { id: element } = build('element', { boardId: hall });
    send({ do: 'remove', kind: 'board', id: hall });
    send({ do: 'create', kind: 'component', fields: { name: 'Hall' } }, 'remote');
    expect(undo().skipped).toEqual(['The board was restored with the script ID hall_2, because hall is taken.']);
    expect([project.find('board', hall)?.customId, project.has(element)]).toEqual(['hall_2', true]);
    sound();
  });
});

describe('[History] labels', () => {
  const place = { x: 1, y: 2 };
  test.each([
    ['Create note', (board: string) => ({ do: 'create', kind: 'note', fields: { boardId: board, ...place } })],
    ['Rename to “x”', (id: string) => ({ do: 'change', kind: 'board', id, fields: { name: 'x' } })],
    ['Move “Untitled board”', (_: string, other: string) => ({ do: 'move', kind: 'board', id: other, at: 0 })],
    ['Delete “Untitled board”', (_: string, id: string) => ({ do: 'remove', kind: 'board', id })],
    ['Add language', () => ({ do: 'addLocale', locale: { iso: 'fr', name: 'F', base: null } })],
    ['Remove language', () => ({ do: 'removeLocale', iso: 'de' })],
    ['Change language', () => ({ do: 'changeLocale', iso: 'de', name: 'German' })],
    ['Change main language', () => ({ do: 'makeMainLocale', iso: 'de' })],
    ['Create 2 notes', (board: string) => batch(note(board), note(board))],
    ['Create 2 items', (board: string) => batch(note(board), { ...note(board), kind: 'jumper' })],
    [
      'Create note and 1 more change',
      (board: string) => batch(note(board), { do: 'change', kind: 'board', id: board, fields: { name: 'x' } }),
    ],
    ['Create note', (board: string) => batch(note(board))],
    ['Create element', (board: string) => batch(element(board), startAt(elementId))],
    [
      'Create element and 1 more change',
      (board: string) => batch(element(board), { ...startAt(elementId), fields: { startingElement: elementId, name: 'x' } }),
    ],
  ])('%s', (label, command) => {
    const { board, make, send, history } = withHistory();
    const other = make('board', {});
    send(command(board, other));
    expect(history().undo).toBe(label);
  });

  const note = (boardId: string) => ({ do: 'create', kind: 'note', fields: { boardId, ...place } });
  const elementId = '6f1c2a94-3f0e-4d0b-9a55-0d6f5b1f7c11';
  const element = (boardId: string) => ({ ...note(boardId), kind: 'element', id: elementId });
  const startAt = (startingElement: string) => ({ do: 'change', kind: 'project', id: 'project', fields: { startingElement } });
  const batch = (...commands: object[]) => ({ do: 'batch', commands });

  test('moving items on the board is a move, conditions are conditions', () => {
    const { build, change, send, history } = withHistory();
    const { id } = build('branch');
    change('branch', id, { x: 7 }, 'user');
    expect(history().undo).toBe('Move branch');
    send({ do: 'setConditions', id, conditions: { elseCondition: {} } });
    expect(history().undo).toBe('Change conditions');
  });

  test('say in words what was changed of which item', () => {
    const { board, build, make, change, send, history } = withHistory();
    send({ do: 'addLocale', locale: { iso: 'fr', name: 'French', base: null } });
    const id = make('element', { boardId: board, ...place, title: 'A knock' });
    const target = make('element', { boardId: board, ...place, title: 'The gate' });
    const component = make('component', { name: 'Anna' });
    const labelAfter = (command: object) => {
      send(command);
      return history().undo;
    };
    const changed = (fields: object) => labelAfter({ do: 'change', kind: 'element', id, fields });
    expect(changed({ x: 40, y: 7 })).toBe('Move “A knock”');
    expect(changed({ content: 'Who is there?', height: 220 })).toBe('Change the text of “A knock”');
    expect(changed({ x: 41, width: 420, autoHeight: false })).toBe('Resize “A knock”');
    expect(changed({ theme: 'green', linkedBoard: board })).toBe('Change “A knock”');
    expect(changed({ title: { fr: 'On frappe' } })).toBe('Translate “A knock” (French)');
    expect(changed({ title: 'Two knocks' })).toBe('Rename to “Two knocks”');
    change('element', target, { x: 9 }, 'user');
    expect(history().undo).toBe('Move “The gate”');
    expect(labelAfter({ do: 'create', kind: 'componentAttachment', fields: { elementId: id, componentId: component } })).toBe(
      'Attach “Anna”',
    );
    const ends = { boardId: board, sourceid: id, sourceType: 'elements', targetid: target, targetType: 'elements' };
    expect(labelAfter({ do: 'create', kind: 'connection', fields: ends })).toBe('Connect “Two knocks”');
    const move = (item: string) => ({ do: 'change', kind: 'element', id: item, fields: { x: 77 } });
    expect(labelAfter(batch(move(id), move(target)))).toBe('Move 2 elements');
    const { id: noteId } = build('note');
    expect(labelAfter(batch(move(id), { ...move(noteId), kind: 'note', fields: { x: 78 } }))).toBe('Move 2 items');
    expect(labelAfter(batch(move(id), { do: 'remove', kind: 'element', id: target }))).toBe('Move “Two knocks” and 1 more change');
    expect(labelAfter({ do: 'remove', kind: 'element', id })).toBe('Delete “Two knocks”');
  });

  test('are shown in the language of the reader, in every part', async () => {
    const { board, send, labels } = withHistory();
    send(batch(note(board), note(board)));
    const { t: pseudo } = await loadTranslator('pseudo');
    const { undo } = labels();
    expect(undo && [t(undo), pseudo(undo).replace(/[^A-Za-z0-9()]/g, '')]).toEqual(['Create 2 notes', '2']);
  });

  test('exist for every kind that a command can name', () => {
    for (const { kind } of allKinds)
      for (const verb of ['create', 'change', 'move', 'remove', 'restore']) expect(isMessageKey(`undo.${verb}.${kind}`)).toBe(true);
  });

  // Journals contain these keys: a label of an earlier version must still have its message. Keys may be added, never removed or renamed.
  test('keep their keys, which journals contain', () => {
    const stored = ['conditions', 'remoteChanges', 'repeated', 'changes', 'restore.record'];
    const languages = ['add', 'change', 'remove', 'makeMain'].map((verb) => `language.${verb}`);
    const items = ['create', 'change', 'move', 'remove'].map((verb) => `${verb}.items`);
    for (const key of [...stored, ...languages, ...items]) expect(isMessageKey(`undo.${key}`)).toBe(true);
  });
});

describe('[History] the limit of the journal', () => {
  const step = (version: number, bytes = 10) => ({
    version,
    bytes,
    label: serializeLabel(verbatim(`step ${version}`)),
    step: 'do' as const,
    origin: 'user',
    time: version,
    reverts: null,
  });

  test('over the limit of steps the oldest quarter is dropped and can no longer be undone', () => {
    const steps = new UndoHistory([]);
    let forgotten: number | undefined;
    for (let version = 1; version <= journalLimits.steps + 1; version++) {
      steps.append(step(version));
      forgotten = steps.trim() ?? forgotten;
    }
    expect(forgotten).toBe(journalLimits.steps / 4 + 1);
    let left = 0;
    while (steps.peek('undo')) {
      expect(steps.peek('undo')?.version).toBeGreaterThan(forgotten ?? 0);
      steps.discard('undo');
      left++;
    }
    expect(left).toBe(journalLimits.steps * 0.75);
  });

  test('steps over the limit of bytes are dropped too, but never the last one', () => {
    const steps = new UndoHistory([step(1, journalLimits.bytes / 2), step(2, journalLimits.bytes / 2)]);
    expect(steps.trim()).toBeUndefined();
    steps.append(step(3, journalLimits.bytes * 2));
    expect(steps.trim()).toBe(2);
    expect(steps.peek('undo')?.version).toBe(3);
    expect(steps.trim()).toBeUndefined();
  });
});

describe('[History] cost', () => {
  test('reverting the deletion of a board takes work linear in its size', () => {
    const operationsFor = (count: number) => {
      const { board, build, send, undo } = withHistory();
      build('board');
      const place = { boardId: board, x: 0, y: 0 };
      const commands = Array.from({ length: count }, () => [
        { do: 'create', kind: 'element', fields: { ...place, title: 'Hall' } },
        { do: 'create', kind: 'branch', fields: place, conditions: { elseCondition: {} } },
      ]);
      send({ do: 'batch', commands: commands.flat() });
      send({ do: 'remove', kind: 'board', id: board });
      return countOperations(undo);
    };
    const small = operationsFor(100);
    expect(small).toBeGreaterThan(100);
    expect(operationsFor(800) / small).toBeLessThan(9);
  });
});
