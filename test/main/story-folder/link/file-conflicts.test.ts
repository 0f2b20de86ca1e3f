/** [S13] What a merge has left in a file as both values, and the file after an answer. */
import { expect, test } from 'vitest';
import { answerFileConflicts, findFileConflicts } from '../../../../main/story-folder/link/file-conflicts.ts';
import { mergeStoryFile } from '../../../../main/story-folder/merge-story-file.ts';
import { parseYamlFile } from '../../../../main/story-folder/yaml-file.ts';
import { runSteps } from '../../../../shared/lists.ts';
import { storyWithBoards } from '../two-sides.ts';

const project = storyWithBoards(1, 3);
const [first, second] = [...project.recordsOfKind('element')].map(({ id }) => id);

test('an answer that removes the last block of a file leaves a file without any, which is valid', async () => {
  const path = 'languages/de/boards/board.yaml';
  const block = (id: string | undefined, title: string) => `${id}:\n  title: |-\n    <p>${title}</p>\n`;
  const { text, conflicts } = await mergeStoryFile({
    base: `${block(first, 'Eins')}\n${block(second, 'Zwei')}`,
    local: block(first, 'Eins, geändert'),
    remote: block(second, 'Zwei'),
  });
  const [conflict = expect.fail()] = runSteps(findFileConflicts(path, text, project));
  expect([conflicts, conflict.conflict.reason, conflict.conflict.recordId]).toEqual([1, 'deletedRemotely', first]);
  expect(runSteps(answerFileConflicts(text, [[conflict, { side: 'remote' }]]))).toBe('{}\n');
});

test('a comment that both sides have changed is shown at the record that it is on, and either answer settles it', async () => {
  const comment = (text: string) => `id: c1\nrecord: ${first}\ncreatedAt: "2026-11-28T10:00:00.000Z"\ntext: ${text}\n`;
  const { text } = await mergeStoryFile({ base: comment('Long'), local: comment('Longer'), remote: comment('Short') });
  const found = runSteps(findFileConflicts('comments/c1.yaml', text, project));
  expect(found.map(({ conflict }) => [conflict.kind, conflict.recordId, conflict.field, conflict.local, conflict.remote])).toEqual([
    ['element', first, 'localComments', 'Longer', 'Short'],
  ]);
  const [conflict = expect.fail()] = found;
  for (const [side, chosen] of [
    ['local', 'Longer'],
    ['remote', 'Short'],
  ] as const)
    expect(parseYamlFile(runSteps(answerFileConflicts(text, [[conflict, { side }]]))).value).toMatchObject({ id: 'c1', text: chosen });
});
