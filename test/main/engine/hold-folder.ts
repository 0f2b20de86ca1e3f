/** A process for tests: opens a data folder, works in it as its arguments say, prints a line, and runs until it is killed. */
import { openEngine } from '../../../main/engine/engine.ts';
import { lockDataFolder } from '../../../main/engine/storage/data-folder-lock.ts';
import { createEmptyStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const [folder = '', what = ''] = process.argv.slice(2);
/** An engine without a reference would be garbage-collected, and its file closed. */
const held: unknown[] = [];
if (what === 'lock') console.log(lockDataFolder(folder) ? 'locked' : 'taken');
else {
  const environment = createTestEnvironment();
  const engine = openEngine(folder, environment);
  held.push(engine);
  const stories = Array.from({ length: 20 }, () => engine.createProject(createEmptyStory(environment)));
  console.log(stories.at(-1)?.hash);
}
setInterval(() => held.length, 1000);
