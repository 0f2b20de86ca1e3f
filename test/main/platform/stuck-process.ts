/** A process in which opening a pipe, which nobody writes to, never ends; it ends itself with code 3. */
import { open } from 'node:fs/promises';
import { nodeDisk } from '../../../main/platform/disk.ts';
import { exitProcess } from '../../../main/platform/exit-process.ts';
import { diskTimeLimits, limitDisk } from '../../../main/platform/time-limited-disk.ts';

const [, , pipe = ''] = process.argv;
diskTimeLimits.operation = 1;
const disk = limitDisk({
  ...nodeDisk,
  kind: async (path) => {
    await open(path, 'r');
    return 'file';
  },
});
await disk.kind(pipe).catch(({ code }: NodeJS.ErrnoException) => console.log(code));
exitProcess(3);
