/** A process for tests: edits a project and makes backups without end, until it is killed. Prints a line when each backup begins and when it is made. */
import { openBackend } from '../../../main/app/backend.ts';
import { createInvoke } from '../../../main/app/create-invoke.ts';
import { systemEnvironment } from '../../../main/platform/environment.ts';

const [folder = ''] = process.argv.slice(2);
const invoke = createInvoke(await openBackend(folder, systemEnvironment));
const [project] = await invoke('project.list', {});

for (let number = 1; ; number++) {
  await invoke('project.rename', { hash: project?.hash ?? '', name: `Name ${number}` });
  console.log('begins');
  const { file } = await invoke('backup.create', {});
  console.log(file);
}
