/** A process for tests: restores a backup into new folders without end, until it is killed. Arguments: data folder, backup, parent of the new folders. */
import { join } from 'node:path';
import { restoreBackupInto } from '../../../main/app/data-folder/restore-backup-into.ts';

const [folder = '', id = '', parent = ''] = process.argv.slice(2);

for (let number = 1; ; number += 1) {
  console.log('begins');
  await restoreBackupInto(folder, { id }, join(parent, String(number)));
}
