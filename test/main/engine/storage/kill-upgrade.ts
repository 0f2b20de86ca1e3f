/** A process for tests: upgrades a data file and kills itself in the middle of it. */
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backUpDatabase, schemaUpgrades, upgradeSchema } from '../../../../main/engine/storage/schema-upgrade.ts';
import { openDatabase } from '../../../../main/engine/storage/sqlite.ts';

const [file = '', point = ''] = process.argv.slice(2);
const die = (): void => void process.kill(process.pid, 'SIGKILL');

upgradeSchema(
  openDatabase(file),
  (version) => {
    const backup = `${file}.before-${version + 1}.backup`;
    if (point === 'backup') {
      writeFileSync(join(dirname(backup), `.${basename(backup)}.new`), 'half a backup');
      die();
    }
    backUpDatabase(openDatabase(file), backup);
  },
  schemaUpgrades.map((step) => (database) => {
    if (typeof step === 'string') database.exec(step);
    else step(database);
    // Everything is renamed, and nothing is committed.
    die();
  }),
);
