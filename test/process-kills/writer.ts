/**
 * A process to be killed: owns the data folder, imports or edits endlessly, and prints each answered write to stdout
 * only after the engine has answered it.
 */
import { openEngine } from '../../main/engine/engine.ts';
import { largeStory } from '../bench/stories.ts';
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

const [first] = engine.listProjects();
const hash = first?.hash ?? engine.createProject(largeStory(environment, 50)).hash;
const ids = [...engine.getProject(hash).recordsOfKind('element')].map(({ id }) => id);
for (let n = 0; ; n++) {
  const id = ids[Math.floor(environment.random() * ids.length)] ?? '';
  const title = `<p>${seed}/${n}</p>`;
  const { newVersion } = engine.execute(hash, { do: 'change', kind: 'element', id, fields: { title } }, 'user');
  say({ hash, id, title, version: newVersion });
}
