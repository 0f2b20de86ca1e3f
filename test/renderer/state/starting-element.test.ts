/** The first element of an empty story becomes its start, in one step with its creation. */
import { expect, test } from 'vitest';
import { startWithFirstElement } from '../../../renderer/state/starting-element.ts';
import type { Command } from '../../../shared/model/commands.ts';
import { elementAt, projectOf } from '../../story-records.ts';

const create = (id: string) => ({ do: 'create', kind: 'element', id, fields: { boardId: 'board', x: 0, y: 0, title: null } }) as const;
const startAt = (startingElement: string) => ({ do: 'change', kind: 'project', id: 'project', fields: { startingElement } }) as const;

test('the first element that is created in an empty story becomes its start', () => {
  const empty = projectOf();
  expect(startWithFirstElement(empty, create('one'))).toEqual({ do: 'batch', commands: [create('one'), startAt('one')] });
  const note = { do: 'create', kind: 'note', id: 'note', fields: { boardId: 'board', x: 0, y: 0 } } as const;
  expect(startWithFirstElement(empty, { do: 'batch', commands: [note, create('two'), create('three')] })).toEqual({
    do: 'batch',
    commands: [note, create('two'), create('three'), startAt('two')],
  });
  expect(startWithFirstElement(empty, note)).toBe(note);
});

test('a story with elements keeps its start, and so does one without that the writer has removed', () => {
  const command: Command = create('two');
  expect(startWithFirstElement(projectOf(elementAt('one', 0, 0)), command)).toBe(command);
});
