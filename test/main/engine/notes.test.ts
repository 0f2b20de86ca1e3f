/** [Note, Notes] and [Jumper, Jumpers]; the canvas, themes and index are in elements.test.ts. */
import { describe, expect, test } from 'vitest';
import { openStory, pathsOf } from './open-story.ts';

describe('[Notes]', () => {
  test('defaults: width 301, height 101, autoHeight, no content', () => {
    const { board, project, make } = openStory();
    expect(project.get(make('note', { boardId: board, x: 0, y: 0 }))).toMatchObject({
      width: 301,
      height: 101,
      autoHeight: true,
      content: null,
      theme: 'default',
    });
  });

  test('content over the API is p and b only; null and an empty text clear it', () => {
    const { build, project, change, refusedChange } = openStory();
    const { id } = build('note');
    change('note', id, { content: '<p>Look <b>here</b></p>' });
    expect(project.find('note', id)?.content).toBe('<p>Look <b>here</b></p>');
    for (const content of ['<code>a</code>', '<i>x</i>', '<p style="margin-left: 1px">x</p>', '<p>x', 7, { en: 'x' }])
      expect(pathsOf(refusedChange('note', id, { content }))).toEqual(['content']);
    change('note', id, { content: '' });
    expect(project.find('note', id)?.content).toBeNull();
    change('note', id, { content: 'plain' });
    expect(project.find('note', id)?.content).toBe('<p>plain</p>');
    change('note', id, { content: null });
    expect(project.find('note', id)?.content).toBeNull();
  });

  test('[G21] the window may write any content of real files', () => {
    const { build, project, change } = openStory();
    const { id } = build('note');
    change('note', id, { content: '<ul><li><p>one</p></li></ul>' }, 'user');
    expect(project.find('note', id)?.content).toBe('<ul><li><p>one</p></li></ul>');
  });

  test('delete removes just the note', () => {
    const { build, project, send } = openStory();
    const before = project.size;
    send({ do: 'remove', kind: 'note', id: build('note').id });
    expect(project.size).toBe(before);
  });
});

describe('[Jumpers]', () => {
  test('defaults: width 185, height 86, no element', () => {
    const { board, project, make } = openStory();
    expect(project.get(make('jumper', { boardId: board, x: 0, y: 0 }))).toMatchObject({ width: 185, height: 86, elementId: null });
  });

  test('the element exists, on any board (404 otherwise); null clears', () => {
    const { build, make, project, change, refusedChange, refusedCreate, board } = openStory();
    const far = build('element', { boardId: make('board', {}) }).id;
    const id = make('jumper', { boardId: board, x: 0, y: 0, elementId: far });
    expect(refusedChange('jumper', id, { elementId: 'nothing' }).status).toBe(404);
    expect(refusedChange('jumper', id, { elementId: id }).status).toBe(404);
    expect(refusedCreate('jumper', { boardId: board, x: 0, y: 0, elementId: 'nothing' }).status).toBe(404);
    expect(pathsOf(refusedChange('jumper', id, { elementId: 7 }))).toEqual(['elementId']);
    change('jumper', id, { x: 0.25, width: 12.5 });
    expect(project.get(id)).toMatchObject({ elementId: far, x: 0.25, width: 12.5 });
    change('jumper', id, { elementId: null });
    expect(project.find('jumper', id)?.elementId).toBeNull();
  });

  test('deleting one deletes the connections that lead to it', () => {
    const { build, project, send } = openStory();
    const jumper = build('jumper').id;
    const connection = build('connection', { targetid: jumper, targetType: 'jumpers' });
    send({ do: 'remove', kind: 'jumper', id: jumper });
    expect(project.has(connection.id)).toBe(false);
    expect(project.has(connection.sourceid)).toBe(true);
  });
});
