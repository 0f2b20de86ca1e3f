import { expect, test } from 'vitest';
import { problemMessages } from '../../../renderer/ui/problem-messages.ts';
import { Problem } from '../../../shared/problem.ts';

const faults = (errors: Record<string, string>) => problemMessages(new Problem('invalid', 'No.', { errors }));

test('each fault is a sentence with its field in words', () => {
  expect(faults({ customId: 'is already taken by a board or component', 'title.it': 'is not a language of the project' })).toEqual([
    'Custom id is already taken by a board or component.',
    'Title (it) is not a language of the project.',
  ]);
});

test('a field is called the same inside of a command', () => {
  expect(faults({ 'command.fields.title.it': 'is too long', 'command.locale.iso': 'must be letters' })).toEqual([
    'Title (it) is too long.',
    'Iso must be letters.',
  ]);
});

test('a message that is a sentence stays as it is', () => {
  expect(faults({ folder: 'The folder does not exist.' })).toEqual(['The folder does not exist.']);
});

test('a problem without fields has no faults', () => {
  expect(problemMessages(new Problem('internal', 'No.'))).toEqual([]);
});
