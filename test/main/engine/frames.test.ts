/** Frames are notes for the service: only this computer stores that a note is a frame. */
import { describe, expect, test } from 'vitest';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { serializeBoardNotes, serializeNote } from '../../../main/rest-api/serializers/replies.ts';
import { openStory } from './open-story.ts';

describe('a frame', () => {
  test('is in no export and in no reply of the REST API, where it is a note', () => {
    const { make, change, project, board } = openStory();
    const id = make('note', { boardId: board, x: 10, y: 10, width: 700, height: 400, autoHeight: false, content: '<p>Act 1</p>' });
    const read = () => [
      exportStory(project, { format: 'json', destination: 'file' }),
      exportStory(project, { format: 'godot', destination: 'file' }),
      exportStory(project, { format: 'html', destination: 'file' }),
      JSON.stringify([serializeBoardNotes(project, board), serializeNote(project, id)]),
    ];
    const before = read();
    change('note', id, { isFrame: true }, 'user');
    expect(project.find('note', id)?.isFrame).toBe(true);
    expect(read()).toEqual(before);
  });

  test('is created, undone, restored and turned back into a note', () => {
    const { make, send, engine, hash, project, board, change } = openStory();
    const id = make('note', { boardId: board, x: 10, y: 10, isFrame: true });
    send({ do: 'remove', kind: 'note', id });
    engine.undo(hash);
    expect(project.find('note', id)?.isFrame).toBe(true);
    change('note', id, { isFrame: false }, 'user');
    expect(project.find('note', id)?.isFrame).toBe(false);
    engine.undo(hash);
    expect(project.find('note', id)?.isFrame).toBe(true);
  });
});
