import { expect, test } from 'vitest';
import { problemMessages } from '../../../renderer/ui/problem-message.tsx';
import { verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';

const faults = (errors: Record<string, string>) =>
  problemMessages(
    new Problem('invalid', verbatim('No.'), {
      errors: Object.fromEntries(Object.entries(errors).map(([path, fault]) => [path, verbatim(fault)])),
    }),
  );

test('each fault is a sentence about its field, which has its label', () => {
  expect(faults({ customId: 'is already used by a board or component', 'title.it': 'isn’t a language of the project' })).toEqual([
    '“Script ID” is already used by a board or component.',
    '“Title” (it) isn’t a language of the project.',
  ]);
});

test('a field is called the same inside of a command', () => {
  expect(faults({ 'command.fields.title.it': 'is too long', 'command.locale.iso': 'must be letters' })).toEqual([
    '“Title” (it) is too long.',
    '“Language code” must be letters.',
  ]);
});

test('a message that is a sentence stays as it is', () => {
  expect(faults({ folder: 'The folder does not exist.' })).toEqual(['The folder does not exist.']);
});

test('a problem without fields has no faults', () => {
  expect(problemMessages(new Problem('internal', verbatim('No.')))).toEqual([]);
});
