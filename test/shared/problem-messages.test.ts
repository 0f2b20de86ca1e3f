/** A problem is {code, text, faults} until somebody reads it: English for programs, the reader's language in the window. */
import { expect, test } from 'vitest';
import { englishCatalogue } from '../../shared/messages/english.ts';
import { message } from '../../shared/messages/message.ts';
import { createTranslator } from '../../shared/messages/translator.ts';
import { invalidFieldProblem, notFoundProblem, Problem } from '../../shared/problem.ts';

const shouting = createTranslator({ ...englishCatalogue, transformText: (text) => text.toUpperCase() });

test('crosses processes with its messages, and says the same in English', () => {
  const problem = new Problem('folder', message('problem.target.noFolder', { folder: '/a' }), {
    errors: { folder: message('problem.notFound', { kind: 'folder', id: '/a' }), engine: 'is needed' },
  });
  const arrived = Problem.fromJSON(JSON.parse(JSON.stringify(problem.serialize())));
  expect(arrived.toJSON()).toEqual(problem.toJSON());
  expect(arrived.toJSON()).toMatchObject({
    detail: 'There is no folder /a.',
    errors: { folder: 'There is no folder /a.', engine: 'is needed' },
  });
  expect(shouting.t(arrived.text)).toBe('THERE IS NO FOLDER /a.');
  expect(arrived.faults.map(({ path, ...fault }) => [path, shouting.t(fault)])).toEqual([
    ['folder', 'THERE IS NO folder /a.'],
    ['engine', 'is needed'],
  ]);
});

test('a REST answer contains service.md’s error object only, in English', () => {
  expect(JSON.parse(JSON.stringify(notFoundProblem('board', 'x')))).toEqual({
    title: 'Not found',
    status: 404,
    detail: 'There is no board x.',
    errors: [],
    errorCode: 0,
    context: { kind: 'board', id: 'x' },
    code: 'notFound',
  });
  expect(invalidFieldProblem('title', 'is needed').json).toMatchObject({ detail: 'title: is needed', errors: { title: 'is needed' } });
});

test('a problem of an older version, without messages, keeps its text', () => {
  const { text, faults, ...old } = invalidFieldProblem('title', 'is needed').serialize();
  expect(Problem.fromJSON(old).message).toBe('title: is needed');
  expect(Problem.fromJSON(old).toJSON()).toEqual(old);
});
