/** The file of an export follows the format that is chosen for it. */
import { expect, test } from 'vitest';
import { findExtension, replaceExtension } from '../../../../renderer/features/targets/export-to-file-dialog.tsx';

const from = ['.json', '.docx', '.xlsx', '.arcweave.json'];

test.each([
  ['/home/you/story.json', '.docx', '/home/you/story.docx'],
  ['/home/you/Story.DOCX', '.xlsx', '/home/you/Story.xlsx'],
  ['/home/you/story.arcweave.json', '.json', '/home/you/story.json'],
  ['/home/you/story v1.2', '.json', '/home/you/story v1.2'],
  ['/home/you.json/story', '.docx', '/home/you.json/story'],
  ['', '.docx', ''],
])('%s becomes %s: %s', (file, to, expected) => {
  expect(replaceExtension(file, { from, to })).toBe(expected);
});

test('a typed extension is found in either case', () => {
  expect(findExtension(' /home/you/story.XLSX ', ['.docx', '.xlsx'])).toBe('.xlsx');
  expect(findExtension('/home/you/story.txt', ['.docx', '.xlsx'])).toBeUndefined();
});
