/** Comments that stay on this computer, on records of any kind. */
import { describe, expect, test } from 'vitest';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { serializeBoardElements } from '../../../main/rest-api/serializers/replies.ts';
import { allKinds } from '../../../shared/model/kinds/kinds.ts';
import { listLocalComments } from '../../../shared/model/local-comments.ts';
import { openStory } from './open-story.ts';

function commented() {
  const story = openStory();
  const { id } = story.build('element', { title: 'Door' });
  const add = (text: string, kind = 'element', to = id): string => story.send({ do: 'addLocalComment', kind, id: to, text }).ids[0] ?? '';
  const texts = () => listLocalComments(story.project.get(id)).map(([, { text }]) => text);
  return { ...story, id, add, texts, undo: () => story.engine.undo(story.hash), redo: () => story.engine.redo(story.hash) };
}

describe('a local comment', () => {
  test.each(allKinds.map(({ kind }) => kind))('can be written on a record of the kind %s', (kind) => {
    const { build, add, project, sound } = commented();
    const record = build(kind);
    const comment = add('Check this', kind, record.id);
    expect(project.get(record.id)?.localComments).toEqual({
      [comment]: { text: 'Check this', createdAt: expect.any(String), updatedAt: null, resolved: false },
    });
    sound();
  });

  test('has the name of its author, which no later change takes away', () => {
    const { id, send, project } = commented();
    const [comment = ''] = send({ do: 'addLocalComment', kind: 'element', id, text: 'Check this', author: 'Ada' }).ids;
    send({ do: 'changeLocalComment', kind: 'element', id, commentId: comment, text: 'Checked' });
    expect(project.get(id)?.localComments?.[comment]).toMatchObject({ text: 'Checked', author: 'Ada' });
  });

  test('is changed, resolved and removed; only another text changes when it was updated', () => {
    const { id, add, send, project, texts } = commented();
    const [first, second] = [add('One'), add('Two')];
    send({ do: 'changeLocalComment', kind: 'element', id, commentId: first, resolved: true });
    expect(project.get(id)?.localComments?.[first]).toMatchObject({ resolved: true, updatedAt: null });
    send({ do: 'changeLocalComment', kind: 'element', id, commentId: first, text: 'One more' });
    expect(project.get(id)?.localComments?.[first]).toMatchObject({ text: 'One more', resolved: true, updatedAt: expect.any(String) });
    expect(texts()).toEqual(['One more', 'Two']);
    send({ do: 'removeLocalComment', kind: 'element', id, commentId: first });
    send({ do: 'removeLocalComment', kind: 'element', id, commentId: second });
    expect(project.get(id)).not.toHaveProperty('localComments');
  });

  test('that does not exist, or whose record does not exist, is not found', () => {
    const { id, add, refused, roots } = commented();
    const commentId = add('One');
    expect(refused({ do: 'addLocalComment', kind: 'note', id, text: 'One' }).status).toBe(404);
    expect(refused({ do: 'removeLocalComment', kind: 'element', id, commentId: roots.board }).status).toBe(404);
    expect(refused({ do: 'changeLocalComment', kind: 'board', id: roots.board, commentId, text: 'One' }).status).toBe(404);
  });

  test('is undone and redone by itself, whatever else has changed in the record', () => {
    const { id, add, change, undo, redo, texts, project, send } = commented();
    const before = project.get(id);
    const first = add('One');
    undo();
    expect(project.get(id)).toEqual(before);
    redo();
    expect(texts()).toEqual(['One']);
    add('Two');
    change('element', id, { theme: 'red' }, 'user');
    send({ do: 'removeLocalComment', kind: 'element', id, commentId: first });
    expect(texts()).toEqual(['Two']);
    expect(undo().skipped).toEqual([]);
    expect(texts()).toEqual(['One', 'Two']);
    expect(project.get(id)).toMatchObject({ theme: 'red' });
  });

  test('comes back with a deleted record', () => {
    const { id, add, send, undo, texts } = commented();
    add('One');
    send({ do: 'remove', kind: 'element', id });
    undo();
    expect(texts()).toEqual(['One']);
  });

  test('is undone although the others were removed since', () => {
    const { id, add, undo, project, engine, hash } = commented();
    const first = add('One');
    add('Two');
    engine.execute(hash, { do: 'removeLocalComment', kind: 'element', id, commentId: first }, 'remote');
    expect(undo().skipped).toEqual([]);
    expect(project.get(id)).not.toHaveProperty('localComments');
  });

  test('stays when an earlier version of its record is restored, also after the record was deleted', () => {
    const { id, hash, engine, add, change, send, texts, project } = commented();
    const { newVersion } = change('element', id, { theme: 'red' }, 'user');
    change('element', id, { theme: 'blue' }, 'user');
    add('One');
    expect(engine.restoreRecord(hash, id, newVersion).skipped).toEqual([]);
    expect([project.get(id)?.theme, texts()]).toEqual(['red', ['One']]);
    change('element', id, { theme: 'blue' }, 'user');
    send({ do: 'remove', kind: 'element', id });
    engine.restoreRecord(hash, id, newVersion);
    expect([project.get(id)?.theme, texts()]).toEqual(['red', ['One']]);
  });

  test('stays with a record that sync replaces, renames, or does both with', () => {
    const { id, add, send, project } = commented();
    add('One');
    const { localComments, ...remote } = project.get(id) ?? {};
    const replace = (more: object) => send({ do: 'replaceRecords', renamedIds: [], put: [], removedIds: [], ...more }, 'remote');
    replace({ put: [{ ...remote, theme: 'red' }] });
    expect(project.get(id)).toMatchObject({ theme: 'red', localComments });
    const [one, two] = ['99999999-0000-4000-8000-000000000001', '99999999-0000-4000-8000-000000000002'];
    replace({ renamedIds: [[id, one]] });
    expect(project.get(one)).toMatchObject({ theme: 'red', localComments });
    replace({ renamedIds: [[one, two]], put: [{ ...remote, id: two, theme: 'blue' }] });
    expect(project.get(two)).toMatchObject({ theme: 'blue', localComments });
  });

  test('is in no export and in no reply of the REST API', () => {
    const { add, project, board, roots } = commented();
    const read = () => [
      exportStory(project, { format: 'json', destination: 'file' }),
      exportStory(project, { format: 'html', destination: 'file' }),
      JSON.stringify(serializeBoardElements(project, board)),
    ];
    const before = read();
    add('Nobody else reads this');
    add('Nobody else reads this', 'board', board);
    add('Nobody else reads this', 'component', roots.component);
    add('Nobody else reads this', 'project', 'project');
    expect(read()).toEqual(before);
  });
});
