/** A process in which opening a pipe, which nobody writes to, never ends for several disks. It still reads another one, and ends itself with code 3. */
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Disk, nodeDisk } from '../../../main/platform/disk.ts';
import { diskTimeLimits, exitProcess, limitDisk, reserveDiskThreads } from '../../../main/platform/time-limited-disk.ts';

const [, , pipe = '', count = ''] = process.argv;
reserveDiskThreads();
diskTimeLimits.operation = 1;
const stuck = {
  ...nodeDisk,
  kind: async (path) => {
    await open(path, 'r');
    return 'file';
  },
} satisfies Disk;
for (let at = 0; at < Number(count); at++)
  await limitDisk(stuck)
    .kind(pipe)
    .catch(({ code }: NodeJS.ErrnoException) => console.log(code));
console.log(await nodeDisk.kind(dirname(pipe)));
diskTimeLimits.operation = 60_000;
void limitDisk(stuck).kind(pipe);
exitProcess(3);
