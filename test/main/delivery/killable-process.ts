/**
 * A process that delivers story after story until it is killed. Arguments: key-value file, game folder, asset folder, first story number,
 * how many, and optionally at which call to the disk or the store it kills itself (0: never). Run by kill.deep.test.ts.
 */
import { join } from 'node:path';
import { openTargetService } from '../../../main/delivery/target/target-service.ts';
import { type Disk, nodeDisk } from '../../../main/platform/disk.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { openFileKeyValueStore } from './file-key-value-store.ts';
import { storyFiles } from './numbered-story.ts';

const [keyValueFile = '', folder = '', vault = '', first = '1', count = '1', deadly = '0'] = process.argv.slice(2);
let number = Number(first);
let calls = 0;

function count1(): void {
  calls += 1;
  if (calls === Number(deadly)) process.kill(process.pid, 'SIGKILL');
}

/** Kills the process before the call, and with the next number after it. */
const killableKeyValueStore = (keyValueStore: KeyValueStore): KeyValueStore => ({
  ...keyValueStore,
  put(entries) {
    count1();
    keyValueStore.put(entries);
    count1();
  },
  remove(ids) {
    count1();
    keyValueStore.remove(ids);
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
  ...nodeDisk,
  createFolder: (path) => around(() => nodeDisk.createFolder(path)),
  writeFile: (path, bytes, mode) => around(() => nodeDisk.writeFile(path, bytes, mode)),
  copyFile: (from, to, mode) => around(() => nodeDisk.copyFile(from, to, mode)),
  replaceIfUnchanged: (from, to, was, keep) => around(() => nodeDisk.replaceIfUnchanged(from, to, was, keep)),
  removeIfUnchanged: (path, was, keep) => around(() => nodeDisk.removeIfUnchanged(path, was, keep)),
  restoreOrRemoveKept: (file, stamp, spare) => around(() => nodeDisk.restoreOrRemoveKept(file, stamp, spare)),
  syncFolder: (path) => around(() => nodeDisk.syncFolder(path)),
  removeFolder: (path) => around(() => nodeDisk.removeFolder(path)),
  removeIfEmpty: (path) => around(() => nodeDisk.removeIfEmpty(path)),
};

const targets = await openTargetService({
  store: killableKeyValueStore(openFileKeyValueStore(keyValueFile)),
  environment: createTestEnvironment(),
  render: () => ({ version: number, files: storyFiles(number, vault), findings: [] }),
  locate: (_hash, file) => join(vault, file),
  log: () => undefined,
  emit: () => undefined,
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
