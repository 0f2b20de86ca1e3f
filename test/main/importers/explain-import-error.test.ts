/** The errors of a file as sentences for people, who see names instead of paths. */
import { expect, test } from 'vitest';
import { messages } from '../../../shared/messages/en/messages.ts';
import { t } from '../../../shared/messages/english.ts';
import { changedStory, entryOf, type File, ids, importFile, importProblem, uuid } from './small-story.ts';

const explained = async (change: (file: File) => void): Promise<string[]> =>
  (await importProblem(changedStory(change))).faults.map(({ sentence }) => (sentence ? t(sentence) : ''));

test('[G27] a folder that lists a missing board is named, and the path stays what programs get', async () => {
  const change = (file: File) => {
    Object.assign(entryOf(file.boards, ids.folder), { name: 'Acts', children: [ids.board, ids.other, ids.nothing] });
  };
  const problem = await importProblem(changedStory(change));
  expect(problem.faults.map(({ sentence }) => sentence && t(sentence))).toEqual([
    'The folder “Acts” lists a board that isn’t in the file.',
  ]);
  expect(problem.json.errors).toEqual({ [`boards.${ids.folder}.children.2`]: `there is no ${ids.nothing} in boards` });
});

test.each<[change: (file: File) => void, sentence: string]>([
  [
    (file) =>
      Object.assign(entryOf(file.elements, ids.start), {
        title: { en: { text: '<p>The <b>gate</b></p>' } },
        outputs: [ids.toBranch, ids.go, ids.nothing],
      }),
    'The element “The gate” lists a connection that isn’t in the file.',
  ],
  [
    (file) => Object.assign(entryOf(file.elements, ids.start), { title: 'Gate', linkedBoard: ids.nothing }),
    'The element “Gate” refers to a board that isn’t in the file.',
  ],
  [
    (file) => Object.assign(file.elements, { [uuid(15)]: { title: null, content: '<p>Nobody sees this.</p>', outputs: [] } }),
    'The element “Nobody sees this.” isn’t on any board.',
  ],
  [(file) => Object.assign(file, { startingElement: ids.nothing }), 'The story starts at an element that isn’t in the file.'],
  [(file) => Object.assign(file, { contents: { [ids.nothing]: {} } }), 'The file has translations of an item that isn’t in the file.'],
  [
    (file) => Object.assign(entryOf(file.boards, ids.folder), { name: 'Acts', children: [ids.board, ids.other, ids.folder] }),
    'The folder “Acts” is listed in two places.',
  ],
  [
    (file) => Object.assign(entryOf(file.notes, ids.note), { content: 'A note', width: 'wide' }),
    'The note “A note” has an invalid value: Width.',
  ],
])('[G27] error %#', async (change, sentence) => {
  expect(await explained(change)).toContain(sentence);
});

test('a file without a story is reported as such', async () => {
  expect(await explained((file) => Object.assign(file, { boards: null }))).toContain(
    'The file doesn’t contain a story that Taleport can read.',
  );
});

test('[G27] what a repair leaves out is listed with the path, and for people as a sentence', async () => {
  const { notes } = await importFile(
    changedStory((file) => Object.assign(entryOf(file.boards, ids.other), { elements: [ids.nothing] })),
    { repair: true },
  );
  expect(notes.join()).toContain(`boards.${ids.other}.elements.0`);
});

test('[G27] each explanation is a sentence', () => {
  const explanations = Object.entries<string>(messages).filter(([key]) => /^import\.explained\.(?!root|folder$|unnamedFolder)/.test(key));
  expect(explanations.filter(([, text]) => !text.endsWith('.'))).toEqual([]);
});
