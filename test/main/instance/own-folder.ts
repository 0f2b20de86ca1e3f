/** A process for tests: owns a data folder and prints a line. It runs until it is killed. */
import { lockDataFolder } from '../../../main/engine/storage/data-folder-lock.ts';
import { claimDataFolder } from '../../../main/instance/claim-data-folder.ts';

const [folder = ''] = process.argv.slice(2);
const claimed = await claimDataFolder(folder, {
  version: '1.2.3',
  lockFolder: lockDataFolder,
  log: () => undefined,
  openBackend: async () => ({
    call: async () => ({ ok: true, value: null }),
    onEvents: () => () => undefined,
    close: async () => undefined,
  }),
});
console.log(claimed ? 'owner' : 'none');
