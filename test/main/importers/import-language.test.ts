/** The notes and errors of an import are messages: in another language only the content of the file is English. */
import { expect, test } from 'vitest';
import { ImportNotes } from '../../../main/importers/import-notes.ts';
import { loadTranslator } from '../../../shared/load-translator.ts';
import { messages } from '../../../shared/messages/en/messages.ts';
import { t } from '../../../shared/messages/english.ts';
import { message } from '../../../shared/messages/message.ts';
import { changedStory, entryOf, ids, importProblem } from './small-story.ts';

test('notes list removals first, then counts, each with its path', () => {
  const notes = new ImportNotes();
  notes.count('sounds', 2);
  notes.count('unnamedProject');
  notes.count('covers', 0);
  for (let at = 0; at < 1002; at++) notes.addOmitted(`elements.${at}`, message('import.fault.noBoard'), message('import.explained.start'));
  const texts = notes.toMessages().map((note) => t(note));
  expect(texts.slice(0, 1)).toEqual(['Skipped elements.0: isn’t on any board.']);
  expect(texts.slice(1000)).toEqual([
    'Skipped 2 more broken references.',
    'The story had no name and was given one.',
    '2 sounds of elements were skipped.',
  ]);
});

test('notes and errors are shown in the language of the reader', async () => {
  const { t: pseudo } = await loadTranslator('pseudo');
  const latin = (text: string) => text.match(/[A-Za-z]{2,}/g) ?? [];
  const notes = Object.keys(messages).filter((key) => key.startsWith('import.note.'));
  expect(notes.length).toBeGreaterThan(20);
  for (const key of notes) expect(latin(pseudo({ key, params: { count: 3 } })), key).toEqual([]);
  const problem = await importProblem(
    changedStory((file) => {
      Object.assign(entryOf(file.elements, ids.start), { title: 7, outputs: {} });
      Object.assign(file.boards, { start: 'none' });
    }),
  );
  expect(problem.faults.length).toBeGreaterThan(2);
  for (const { path, ...fault } of problem.faults) expect(latin(pseudo(fault)), path).toEqual([]);
});
