/** A problem is {code, text, faults} until it is shown: in English for programs, in the reader's language in the window. */
import { expect, test } from 'vitest';
import { englishCatalogue } from '../../shared/messages/english.ts';
import { message, verbatim } from '../../shared/messages/message.ts';
import { createTranslator } from '../../shared/messages/translator.ts';
import { invalidFieldProblem, notFoundProblem, Problem } from '../../shared/problem.ts';

const shouting = createTranslator({ ...englishCatalogue, transformText: (text) => text.toUpperCase() });

test('keeps its messages across processes, and has the same English text', () => {
  const problem = new Problem('folder', message('targets.problem.folderMissing', { folder: '/a' }), {
    errors: { folder: message('problem.notFound', { kind: 'folder', id: '/a' }), engine: message('fault.required') },
  });
  const arrived = Problem.fromJSON(JSON.parse(JSON.stringify(problem.serialize())));
  expect(arrived.toJSON()).toEqual(problem.toJSON());
  expect(arrived.toJSON()).toMatchObject({
    detail: 'Folder not found: /a.',
    errors: { folder: 'There is no folder /a.', engine: 'is required' },
  });
  expect(shouting.t(arrived.text)).toBe('FOLDER NOT FOUND: /a.');
  expect(arrived.faults.map(({ path, ...fault }) => [path, shouting.t(fault)])).toEqual([
    ['folder', 'THERE IS NO folder /a.'],
    ['engine', 'IS REQUIRED'],
  ]);
});

test('a REST answer contains service.md’s error object only, in English', () => {
  expect(JSON.parse(JSON.stringify(notFoundProblem(verbatim('board'), 'x')))).toEqual({
    title: 'Not found',
    status: 404,
    detail: 'There is no board x.',
    errors: [],
    errorCode: 0,
    context: { kind: 'board', id: 'x' },
    code: 'notFound',
  });
  expect(invalidFieldProblem('title', message('fault.required')).json).toMatchObject({
    detail: 'title: is required',
    errors: { title: 'is required' },
  });
});

test('a problem of an older version, without messages, keeps its text', () => {
  const { text, faults, ...old } = invalidFieldProblem('title', message('fault.required')).serialize();
  expect(Problem.fromJSON(old).message).toBe('title: is required');
  expect(Problem.fromJSON(old).toJSON()).toEqual(old);
});
