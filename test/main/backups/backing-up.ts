/**
 * A process for tests: edits a project, stores pictures and makes backups at the same time until it is killed. Prints a line when each edit
 * (`edited N`) and picture (`stored N`) has been acknowledged, and when each backup `begins` and `ends`. `N` continues that of the process
 * before it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { systemEnvironment } from '../../../main/platform/environment.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { png } from '../../media-files.ts';
import { nextTurn } from '../../next-turn.ts';

const [folder = '', pictures = ''] = process.argv.slice(2);
const invoke = createInvoke(await openBackend(folder, systemEnvironment));
const [project = { hash: '', name: '' }] = await invoke('project.list', {});
const { hash } = project;
let number = Number(/\d+$/.exec(project.name)?.[0] ?? 0);
/** Each edit is a step of the history: without a limit, the backups would take gigabytes. */
const maxEditsPerBackup = 20;
let edits = 0;

async function edit(): Promise<void> {
  for (;;) {
    await nextTurn();
    if (edits >= maxEditsPerBackup) continue;
    edits += 1;
    number += 1;
    const now = number;
    await invoke('project.rename', { hash, name: `Name ${now}` });
    console.log(`edited ${now}`);
  }
}

async function storePicture(): Promise<void> {
  const now = number;
  const path = join(pictures, `${now}.png`);
  writeFileSync(path, png(4, 3, `Picture ${now}`));
  const { file } = await invoke('asset.store', { hash, path });
  const fields = { type: 'image', name: `Picture ${now}`, file } as const;
  await invoke('project.send', { hash, command: { do: 'create', kind: 'asset', fields } });
  console.log(`stored ${now}`);
}

void edit();
for (;;) {
  await storePicture();
  console.log('begins');
  edits = 0;
  await invoke('backup.create', {});
  console.log('ends');
}
