/** A process for tests: takes a data folder, works in it as asked, says so, and lives on until it is killed. */
import { openEngine } from '../../../main/engine/engine.ts';
import { lockFolder } from '../../../main/engine/lock.ts';
import { emptyStory } from '../../build.ts';
import { stillWorld } from '../../world.ts';

const [folder = '', what = ''] = process.argv.slice(2);
/** An engine that nobody holds would be collected, and its file closed. */
const held: unknown[] = [];
if (what === 'lock') console.log(lockFolder(folder) ? 'locked' : 'taken');
else {
  const world = stillWorld();
  const engine = openEngine(folder, world);
  held.push(engine);
  const stories = Array.from({ length: 20 }, () => engine.create(emptyStory(world)));
  console.log(stories.at(-1)?.hash);
}
setInterval(() => held.length, 1000);
