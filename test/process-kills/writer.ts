/**
 * A process to be killed: owns the data folder, imports or edits endlessly, and prints each answered write to stdout
 * only after the engine has answered it.
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '../../main/engine/engine.ts';
import { largeStory } from '../bench/stories.ts';
import { openStoryFolders, storyFolderOf } from '../main/story-folder/link/open-story-folders.ts';
import { createTestEnvironment } from '../test-environment.ts';

const [folder = '', seed = '1', what = 'edit'] = process.argv.slice(2);
const environment = createTestEnvironment(Number(seed) + 2);
const engine = openEngine(folder, environment);
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

say({ ready: true });
if (what === 'import') for (;;) say({ created: engine.createProject(largeStory(environment, 400, 100)).hash, elements: 400 });

if (what === 'long') {
  // Two boards, of which the first one takes long to remove and to restore.
  const long = engine.listProjects()[0]?.hash ?? engine.createProject(largeStory(environment, 701, 700)).hash;
  for (;;) {
    const board = [...engine.getProject(long).recordsOfKind('board')].find(({ name }) => name === 'Board 0');
    const { newVersion } = board
      ? await engine.inSlices.execute(long, { do: 'remove', kind: 'board', id: board.id }, 'user')
      : await engine.inSlices.undo(long);
    say({ hash: long, version: newVersion });
  }
}

if (what === 'folder') {
  const { folders } = openStoryFolders(engine, environment, { log: (line) => process.stderr.write(`${line}\n`) });
  const story = storyFolderOf(folder);
  const linked = folders.list()[0]?.hash ?? engine.createProject(largeStory(environment, 16, 8)).hash;
  if (folders.list().length === 0) await folders.link({ hash: linked, folder: story });
  const ids = [...engine.getProject(linked).recordsOfKind('element')].map(({ id }) => id).sort();
  const half = ids.length / 2;
  const pick = (from: number) => ids[from + Math.floor(environment.random() * half)] ?? '';
  for (let n = 0; ; n++) {
    // Several files of one write: elements of the first half are only edited here, those of the second only in their files.
    const title = `<p>${seed}/${n}</p>`;
    const edited = [...new Set([pick(0), pick(0), pick(0)])];
    const change = (id: string) => ({ do: 'change', kind: 'element', id, fields: { title } }) as const;
    engine.execute(linked, { do: 'batch', commands: edited.map(change) }, 'user');
    say({ edited, title });
    const id = pick(half);
    const file = fileOf(story, id);
    const text = readFileSync(file, 'utf8').replace(/^ {2}title: .*(?:\n {4}.*)*/m, `  title: |-\n    ${title}`);
    // As an editor does: never half of a file.
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
    say({ edited: [id], title });
    await folders.sync({ hash: linked });
  }
}

/** The ids of these stories have the same beginning, so that the names of the files do not say which is which. */
function fileOf(story: string, id: string): string {
  const boards = join(story, 'boards');
  for (const path of readdirSync(boards, { recursive: true, encoding: 'utf8' })) {
    const file = join(boards, path);
    if (path.endsWith('.yaml') && readFileSync(file, 'utf8').startsWith(`${id}:`)) return file;
  }
  throw new Error(`${id} has no file`);
}

const [first] = engine.listProjects();
const hash = first?.hash ?? engine.createProject(largeStory(environment, 50)).hash;
const ids = [...engine.getProject(hash).recordsOfKind('element')].map(({ id }) => id);
for (let n = 0; ; n++) {
  const id = ids[Math.floor(environment.random() * ids.length)] ?? '';
  const title = `<p>${seed}/${n}</p>`;
  const { newVersion } = engine.execute(hash, { do: 'change', kind: 'element', id, fields: { title } }, 'user');
  say({ hash, id, title, version: newVersion });
}
