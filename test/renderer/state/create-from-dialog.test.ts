/** What a dialog creates is opened once the project contains it, and never in another project. */
import { expect, test } from 'vitest';
import { nextTurn } from '../../next-turn.ts';
import { stubBackend } from '../stub-backend.ts';

const command = { do: 'create', kind: 'board', fields: { type: 'board', name: 'New' } } as const;

async function startWindow(meanwhile: (openProject: (hash: string) => void) => void) {
  let openProject: (hash: string) => void = () => {};
  stubBackend({
    'project.send': () => {
      meanwhile(openProject);
      return { version: 4, newVersion: 5, versionTime: null, ids: ['new'] };
    },
  });
  const [{ openProjectStore }, { createFromDialog }] = await Promise.all([
    import('../../../renderer/state/open-project.ts'),
    import('../../../renderer/state/send-command.ts'),
  ]);
  openProject = (hash) => openProjectStore.setState({ hash });
  openProjectStore.setState({ hash: 'a', version: 4 });
  return { createFromDialog, openProjectStore };
}

test('the id arrives after the record', async () => {
  const { createFromDialog, openProjectStore } = await startWindow(() => {});
  const creating = createFromDialog(command);
  let created: string | null | undefined;
  void creating.then((id) => (created = id));
  await nextTurn();
  expect(created).toBeUndefined();
  openProjectStore.setState({ version: 5 });
  expect(await creating).toBe('new');
});

test('there is no id if another project was opened meanwhile', async () => {
  const { createFromDialog } = await startWindow((openProject) => openProject('b'));
  expect(await createFromDialog(command)).toBeNull();
});
