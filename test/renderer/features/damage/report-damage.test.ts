/** When the window asks about damaged records. */
import { createElement, isValidElement, type ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Damage } from '../../../../shared/contracts/damage.ts';
import { waitFor } from '../../../wait-for.ts';
import { runHook } from '../../run-hook.ts';
import { stubBackend } from '../../stub-backend.ts';

afterEach(() => vi.unstubAllGlobals());

const damageOf = (hash: string): Damage => ({
  id: `damage-${hash}`,
  hash,
  projectName: `Project ${hash}`,
  at: '2026-01-01T00:00:00.000Z',
  dependents: 0,
  isOpen: true,
  records: [{ id: 'e1', kind: 'element', title: 'Hall', board: 'Start', outcome: 'leftOut', backup: null }],
});

/** The window, whose backend stores this damage. `shown` lists the project of each damage dialog, and `dialog` for another one. */
async function startWindow(damages: readonly Damage[]) {
  const backend = stubBackend({
    'damage.list': ({ hash }) => damages.filter((damage) => hash === undefined || damage.hash === hash),
  });
  const [
    { dialogStore, showDialog, closeDialog, closeDialogsOfOtherAddress },
    { openProjectStore },
    { startDamageReports },
    { openDialog },
  ] = await Promise.all([
    import('../../../../renderer/ui/dialog-store.ts'),
    import('../../../../renderer/state/open-project.ts'),
    import('../../../../renderer/app/event-handling.ts'),
    import('../../../../renderer/commands/feature.ts'),
    import('../../../../renderer/app/register.ts'),
    // Loaded on demand, which takes long the first time.
    import('../../../../renderer/features/damage/report-damage.tsx'),
  ]);
  const elements = () =>
    dialogStore.getState().open.map(({ id, render }) => {
      const element = render(() => closeDialog(id));
      if (!isValidElement<{ hash?: string; close: () => void }>(element)) throw new Error('A dialog renders an element');
      return element;
    });
  return {
    backend,
    /** Renders the open dialog, which then follows events. */
    render: () => {
      const [element] = elements();
      // The type of an element of a component is its function.
      return runHook(element?.type as (props: object) => unknown, element?.props ?? {});
    },
    shown: () => elements().map(({ type, props }) => props.hash ?? type),
    close: () => elements().at(-1)?.props.close(),
    waiting: () => dialogStore.getState().waiting.length,
    showOther: () => showDialog((close) => createElement('dialog', { close })),
    /** Shows the list of projects, which closes the open dialog. */
    leave: () => {
      vi.stubGlobal('window', { location: { hash: '#/' } });
      closeDialogsOfOtherAddress();
    },
    openProject: (hash: string | null) => {
      openProjectStore.setState({ hash, isLoading: hash !== null, loadProgress: 0 });
      if (hash !== null) openProjectStore.setState({ isLoading: false, loadProgress: 1 });
    },
    /** Tries to open a project, which cannot be read. */
    failToOpen: (hash: string) => {
      openProjectStore.setState({ hash, isLoading: true, loadProgress: 0 });
      openProjectStore.setState({ isLoading: false });
      openProjectStore.setState({ hash: null });
    },
    start: () => {
      startDamageReports();
      openDialog('unsettledDamage');
    },
    reportDamage: (hash: string) => openDialog('newDamage', hash),
  };
}

test('at the start the first project with open damage is shown, and each other one when it is opened', async () => {
  const window = await startWindow([damageOf('a'), damageOf('b'), { ...damageOf('c'), isOpen: false }]);
  window.start();
  await waitFor(() => expect(window.shown()).toEqual(['a']));
  window.close();
  window.failToOpen('b');
  window.openProject('c');
  expect(window.shown()).toEqual([]);
  window.openProject('b');
  await waitFor(() => expect(window.shown()).toEqual(['b']));
});

test('a dialog that was closed without a decision is shown again when the project is opened again', async () => {
  const window = await startWindow([damageOf('a')]);
  window.start();
  window.openProject('a');
  await waitFor(() => expect(window.shown()).toEqual(['a']));
  window.close();
  expect(window.shown()).toEqual([]);
  window.openProject(null);
  window.openProject('a');
  await waitFor(() => expect(window.shown()).toEqual(['a']));
});

test('a dialog that was closed with its project is shown again when the project is opened again', async () => {
  const window = await startWindow([damageOf('a')]);
  window.start();
  window.openProject('a');
  await waitFor(() => expect(window.shown()).toEqual(['a']));
  window.leave();
  expect(window.shown()).toEqual([]);
  window.openProject(null);
  window.openProject('a');
  await waitFor(() => expect(window.shown()).toEqual(['a']));
});

test('damage that is found while dialogs are open is shown when the last of them closes, one project after the other', async () => {
  const window = await startWindow([damageOf('a'), damageOf('b')]);
  window.showOther();
  window.showOther();
  window.reportDamage('a');
  await waitFor(() => expect(window.waiting()).toBe(1));
  window.reportDamage('b');
  await waitFor(() => expect(window.waiting()).toBe(2));
  window.close();
  expect(window.shown()).toEqual(['dialog']);
  window.close();
  expect(window.shown()).toEqual(['a']);
  window.close();
  expect(window.shown()).toEqual(['b']);
  window.close();
  expect(window.shown()).toEqual([]);
});

test('the dialog closes once another window has decided about all damage, and not before', async () => {
  const damages = [damageOf('a'), { ...damageOf('a'), id: 'second' }];
  const window = await startWindow(damages);
  window.reportDamage('a');
  await waitFor(() => expect(window.shown()).toEqual(['a']));
  const dialog = await window.render();
  const decide = (at: number) => {
    damages[at] = { ...damageOf('a'), isOpen: false };
    window.backend.emit({ event: 'damage.changed', hash: 'a' });
  };
  decide(1);
  // The list among what the dialog contains.
  const contents = () =>
    (dialog.results.at(-1) as ReactElement<{ children: ReactElement<{ records?: readonly unknown[] }>[] }>).props.children;
  await waitFor(() => expect(contents().flatMap((each) => each?.props?.records ?? [])).toHaveLength(1));
  expect(window.shown()).toEqual(['a']);
  decide(0);
  await waitFor(() => expect(window.shown()).toEqual([]));
  await dialog.unmount();
});
