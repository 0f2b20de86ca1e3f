import { expect, test } from 'vitest';
import { createMenuTemplate } from '../../../../main/desktop/menu/menu-template.ts';
import { openRecentProjects } from '../../../../main/desktop/menu/recent-projects.ts';
import type { BackendEvent } from '../../../../shared/contracts/ipc/events.ts';
import { t } from '../../../../shared/messages/english.ts';

/** Each change of the list resolves `changed`. */
function openRecent(projects: Record<string, string>, start: readonly string[] = [], isFailing = () => false) {
  const logged = Promise.withResolvers<string>();
  let stored = start;
  let tell = (_events: BackendEvent[]): void => undefined;
  let next = Promise.withResolvers<void>();
  const recent = openRecentProjects({
    backend: {
      call: async () => {
        if (isFailing()) throw new Error('The backend ended.');
        return { ok: true, value: Object.entries(projects).map(([hash, name]) => ({ hash, name })) };
      },
      onEvents(listener) {
        tell = listener;
        return () => undefined;
      },
    },
    stored: () => stored,
    save: (hashes) => {
      stored = hashes;
    },
    onChange() {
      next.resolve();
      next = Promise.withResolvers<void>();
    },
    log: logged.resolve,
  });
  return {
    recent,
    logged: logged.promise,
    changed: () => next.promise,
    emit: (event: BackendEvent) => tell([event]),
    names: () => recent.list().map(({ name }) => name),
  };
}

test('lists the projects that the window has shown, the last one first', async () => {
  const { recent, changed, names } = openRecent({ a: 'Castle', b: 'Forest' });
  recent.visit('app://taleport/#/project/a');
  await changed();
  recent.visit('app://taleport/#/');
  recent.visit('app://taleport/#/project/b/conflict/1');
  await changed();
  expect(names()).toEqual(['Forest', 'Castle']);
  recent.visit('app://taleport/#/project/a');
  await changed();
  expect(names()).toEqual(['Castle', 'Forest']);
});

test('follows changed names, and leaves out projects that were removed', async () => {
  const projects: Record<string, string> = { a: 'Castle', b: 'Forest' };
  const { changed, emit, names } = openRecent(projects, ['a', 'b']);
  await changed();
  projects.a = 'Tower';
  delete projects.b;
  emit({ event: 'projects.changed' });
  await changed();
  expect(names()).toEqual(['Tower']);
});

test('keeps the list while the backend fails, and says so in the log', async () => {
  let isBroken = false;
  const { changed, emit, logged, names } = openRecent({ a: 'Castle' }, ['a'], () => isBroken);
  await changed();
  isBroken = true;
  emit({ event: 'projects.changed' });
  expect(await logged).toContain('The backend ended.');
  expect(names()).toEqual(['Castle']);
});

test('the File menu offers them, and opens the one that is chosen', () => {
  const opened: string[] = [];
  const nothing = () => undefined;
  const fileMenu = (recentProjects: { hash: string; name: string }[]) => {
    const template = createMenuTemplate({
      t,
      platform: 'other',
      isPackaged: true,
      pageMenus: [],
      isPageBlocked: false,
      isWindowOpen: true,
      recentProjects,
      onOpenProject: (hash) => opened.push(hash),
      onAction: nothing,
      onEdit: nothing,
      onUndo: nothing,
      onRedo: nothing,
    });
    const items = template.find(({ label }) => label === 'File')?.submenu;
    return (Array.isArray(items) ? items : []).find(({ id }) => id === 'recentProjects');
  };
  expect(fileMenu([])).toMatchObject({ label: 'Open recent', enabled: false });
  const menu = fileMenu([{ hash: 'a', name: 'Salt & Sea' }]);
  const [item] = Array.isArray(menu?.submenu) ? menu.submenu : [];
  expect(item).toMatchObject({ label: 'Salt && Sea' });
  // Electron passes an event and the window, which this entry does not use.
  const choose = item?.click as (() => void) | undefined;
  choose?.();
  expect(opened).toEqual(['a']);
});
