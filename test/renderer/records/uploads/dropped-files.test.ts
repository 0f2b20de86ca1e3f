/** Collecting dropped or chosen files: folders first, without files of the system, each with the path of its folder. */
import { expect, test } from 'vitest';
import { collectFiles, type DroppedEntry, toFilesWithFolders } from '../../../../renderer/records/uploads/dropped-files.ts';

const file = (name: string): DroppedEntry => ({ kind: 'file', name, getFile: async () => new File(['x'], name) });
const folder = (name: string, ...inside: DroppedEntry[]): DroppedEntry => ({
  kind: 'directory',
  name,
  async *getEntries() {
    yield* inside;
  },
});
const pathsOf = (walked: readonly { folders: readonly string[]; file: File }[]) =>
  walked.map(({ folders, file: { name } }) => [...folders, name].join('/'));

test('a folder is listed with everything in it, by name; dropped files keep their order', async () => {
  const dropped = [file('z.png'), file('a.png'), folder('art', file('10.png'), file('9.png'), folder('in', file('x.mp3')))];
  expect(pathsOf(await collectFiles(dropped))).toEqual(['art/in/x.mp3', 'art/9.png', 'art/10.png', 'z.png', 'a.png']);
});

test('files that operating systems create are skipped, wherever they are', async () => {
  const dropped = [
    file('.DS_Store'),
    folder('art', file('Thumbs.db'), file('a.png')),
    folder('__MACOSX', file('a.png')),
    folder('.git', file('b')),
  ];
  expect(pathsOf(await collectFiles(dropped))).toEqual(['art/a.png']);
});

test('dragged text is not a file', async () => {
  expect(await collectFiles([{ kind: 'text' }])).toEqual([]);
});

test('the files of a chosen folder contain their path in it', () => {
  const chosen = (path: string) =>
    Object.defineProperty(new File(['x'], path.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: path });
  expect(pathsOf(toFilesWithFolders([chosen('art/doors/a.png'), chosen('art/.hidden/b.png'), chosen('art/c.png')]))).toEqual([
    'art/doors/a.png',
    'art/c.png',
  ]);
});
