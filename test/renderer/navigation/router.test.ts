/** The open project follows the URL. What was edited is sent before its project is closed. */
import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { formatWindowLocation } from '../../../shared/contracts/window-location.ts';
import { stubBackend } from '../stub-backend.ts';

afterEach(() => vi.unstubAllGlobals());

/**
 * A window in which the project `story` is open, with the focus in a field. `steps` lists how edits were saved, each with the open project.
 */
async function openStory() {
  stubBackend({ 'project.read': () => new Promise(() => undefined), 'target.list': async () => [] });
  const { startRouter } = await import('../../../renderer/navigation/router.ts');
  const { openProjectStore } = await import('../../../renderer/state/open-project.ts');
  const { registerDelayedEdit } = await import('../../../renderer/state/send-command.ts');
  const { registerUnsavedEdit } = await import('../../../renderer/state/unsaved-edits.ts');
  const openHash = () => openProjectStore.getState().hash;
  const steps: string[] = [];
  class Field {
    getAttribute(): null {
      return null;
    }
    blur(): void {
      steps.push(`field left in ${openHash()}`);
    }
  }
  const addressOf = (projectHash: string | null) => formatWindowLocation({ projectHash, conflictId: null });
  const location = { hash: addressOf('story') };
  const history = { replaceState: (_state: unknown, _title: string, address: string) => void Object.assign(location, { hash: address }) };
  const page = Object.assign(new EventTarget(), { location, history });
  vi.stubGlobal('window', page);
  vi.stubGlobal('HTMLElement', Field);
  vi.stubGlobal('document', { activeElement: new Field() });
  registerDelayedEdit(() => steps.push(`edit sent in ${openHash()}`));
  registerUnsavedEdit(async () => steps.push(`text saved in ${openHash()}`));
  startRouter(() => undefined);
  const goTo = (projectHash: string | null) => {
    page.location.hash = addressOf(projectHash);
    page.dispatchEvent(new Event('hashchange'));
  };
  return { steps, openHash, goTo };
}

test.each([null, 'other'])('edits are sent while their project is open, before the window goes to %s', async (next) => {
  const { steps, openHash, goTo } = await openStory();
  expect([openHash(), steps]).toEqual(['story', []]);
  goTo(next);
  expect(steps).toEqual(['field left in story', 'edit sent in story', 'text saved in story']);
  expect(openHash()).toBe(next);
});

test('a project that was created opens unless the user has gone elsewhere meanwhile', async () => {
  const { goTo, openHash } = await openStory();
  const { prepareGoToProject } = await import('../../../renderer/navigation/router.ts');
  const [first, second] = [prepareGoToProject(), prepareGoToProject()];
  first('created');
  expect(window.location.hash).toBe(formatWindowLocation({ projectHash: 'created', conflictId: null }));
  goTo('other');
  second('created too late');
  expect([window.location.hash, openHash()]).toEqual([formatWindowLocation({ projectHash: 'other', conflictId: null }), 'other']);
  goTo(null);
});

test('a dialog closes when the window goes to another project, but not one that was opened for that project', async () => {
  const { goTo } = await openStory();
  const { dialogStore, showDialog } = await import('../../../renderer/ui/dialog-store.ts');
  showDialog(() => 'of the story');
  goTo('other');
  expect(dialogStore.getState().open).toEqual([]);
  window.location.hash = formatWindowLocation({ projectHash: 'third', conflictId: null });
  showDialog(() => 'of the third');
  goTo('third');
  expect(dialogStore.getState().open.map(({ render }) => render(() => undefined))).toEqual(['of the third']);
  goTo(null);
});

test('the settings and a job stay open when the window goes to another project', async () => {
  const { goTo } = await openStory();
  const { dialogStore, closeDialog } = await import('../../../renderer/ui/dialog-store.ts');
  const { showSettingsDialog } = await import('../../../renderer/features/settings/settings-dialog.tsx');
  const { backUpNow } = await import('../../../renderer/features/backups/backup-jobs.tsx');
  showSettingsDialog();
  backUpNow(() => undefined);
  const { open } = dialogStore.getState();
  goTo('other');
  expect(dialogStore.getState().open).toEqual(open);
  for (const { id } of open) closeDialog(id);
  goTo(null);
});

test('while a form contains something typed, the window stays at its project until the user discards it', async () => {
  const { goTo, openHash, steps } = await openStory();
  const { dialogStore, showDialog, registerUnsavedForm, closeDialog } = await import('../../../renderer/ui/dialog-store.ts');
  showDialog(() => 'a form');
  showDialog(() => 'outlives the project', { outlivesProject: true });
  const [form, settings] = dialogStore.getState().open.map(({ id }) => id);
  let hasTyped = true;
  const stop = registerUnsavedForm(form ?? 0, () => hasTyped);
  registerUnsavedForm(settings ?? 0, () => true);
  goTo('third');
  const question = dialogStore.getState().open.at(-1);
  expect([openHash(), window.location.hash, steps]).toEqual([
    'story',
    formatWindowLocation({ projectHash: 'story', conflictId: null }),
    [],
  ]);
  expect(dialogStore.getState().open.length).toBe(3);
  // Another link does not ask a second time, and what was opened for its project stays open.
  window.location.hash = formatWindowLocation({ projectHash: 'other', conflictId: null });
  showDialog(() => 'of the other');
  const ofOther = dialogStore.getState().open.at(-1)?.id;
  goTo('other');
  expect(dialogStore.getState().open.length).toBe(4);
  const asked = question?.render(() => undefined) as ReactElement<{ run: () => Promise<void> }>;
  await asked.props.run();
  expect([dialogStore.getState().open.map(({ id }) => id), window.location.hash]).toEqual([
    [settings, ofOther],
    formatWindowLocation({ projectHash: 'other', conflictId: null }),
  ]);
  goTo('other');
  expect(openHash()).toBe('other');
  closeDialog(settings ?? 0);
  closeDialog(ofOther ?? 0);
  hasTyped = false;
  stop();
  goTo(null);
});
