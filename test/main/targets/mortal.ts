/**
 * A process that delivers story after story until it is killed. Arguments: shelf file, game folder, vault folder, first story number,
 * how many, and optionally at which call to disk or shelf it kills itself (0: never). Run by kill.test.ts.
 */
import { join } from 'node:path';
import type { Disk } from '../../../main/targets/disk.ts';
import { realDisk } from '../../../main/targets/disk.ts';
import { openTargets } from '../../../main/targets/targets.ts';
import type { Shelf } from '../../../shared/shelf.ts';
import { stillWorld } from '../../world.ts';
import { fileShelf } from './file-shelf.ts';
import { storyFiles } from './numbered-story.ts';

const [shelfFile = '', folder = '', vault = '', first = '1', count = '1', deadly = '0'] = process.argv.slice(2);
let number = Number(first);
let calls = 0;

function count1(): void {
  calls += 1;
  if (calls === Number(deadly)) process.kill(process.pid, 'SIGKILL');
}

/** Dies before the call, and the next number dies after it. */
const mortalShelf = (shelf: Shelf): Shelf => ({
  ...shelf,
  put(entries) {
    count1();
    shelf.put(entries);
    count1();
  },
  remove(ids) {
    count1();
    shelf.remove(ids);
    count1();
  },
});

async function around<T>(call: () => Promise<T>): Promise<T> {
  count1();
  const result = await call();
  count1();
  return result;
}

const disk: Disk = {
  ...realDisk,
  makeFolder: (path) => around(() => realDisk.makeFolder(path)),
  write: (path, bytes, mode) => around(() => realDisk.write(path, bytes, mode)),
  copy: (from, to, mode) => around(() => realDisk.copy(from, to, mode)),
  replace: (from, to, was) => around(() => realDisk.replace(from, to, was)),
  remove: (path, was) => around(() => realDisk.remove(path, was)),
  sync: (path) => around(() => realDisk.sync(path)),
  discard: (path) => around(() => realDisk.discard(path)),
  removeIfEmpty: (path) => around(() => realDisk.removeIfEmpty(path)),
};

const targets = await openTargets({
  shelf: mortalShelf(fileShelf(shelfFile)),
  world: stillWorld(),
  render: () => ({ version: number, files: storyFiles(number, vault), findings: [] }),
  locate: (_hash, file) => join(vault, file),
  log: () => undefined,
  tell: () => undefined,
  disk,
});
if (targets.list().length === 0) await targets.add({ hash: 'castle', folder });
process.stdout.write('ready\n');
calls = 0;
for (let done = 0; done < Number(count); done += 1) {
  await targets.run({});
  number += 1;
}
await targets.close();
process.stdout.write('done\n');
