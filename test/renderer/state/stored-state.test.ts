/** Settings of the window in localStorage: what version 0.1 stored is read, damaged entries give default values, each topic has its own entry. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { emptyTabLayout } from '../../../renderer/state/tab-layout.ts';
import { furtherWindowQuery } from '../../../shared/contracts/window-location.ts';

/** A window that starts with these entries. */
async function startWith(entries: Readonly<Record<string, string>>) {
  const stored = new Map(Object.entries(entries));
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  const [{ appearanceStore, setColorScheme }, { paneLayoutStore }, { shortcutSettingsStore }, { editingPreferencesStore }] =
    await Promise.all([
      import('../../../renderer/state/appearance.ts'),
      import('../../../renderer/state/pane-layout.ts'),
      import('../../../renderer/state/shortcut-settings.ts'),
      import('../../../renderer/state/editing-preferences.ts'),
    ]);
  return {
    stored,
    appearanceStore,
    setColorScheme,
    appearance: appearanceStore.getState(),
    panes: paneLayoutStore.getState(),
    shortcuts: shortcutSettingsStore.getState(),
    editing: editingPreferencesStore.getState(),
  };
}

/** As version 0.1 stored it. */
const earlier = {
  scheme: 'dark',
  sizes: { boards: 300, mirror: 200, inspector: 400 },
  open: { boards: false, mirror: true, play: true },
  side: 'assets',
  snaps: false,
  listed: ['hash'],
  questionKey: false,
  sideBySide: true,
  firstStart: 'done',
  contrast: 'more',
  motion: 'less',
  zoom: 125,
  keys: { layOut: ['Alt+0'], mirrorNow: [], find: ['Mod+P'] },
};

/** In a window that is not narrow. */
const unfolded = {
  narrowSizes: {},
  isNarrow: false,
  isSidebarUnfolded: false,
  recentPanes: [],
  rightPanesThatFit: Number.POSITIVE_INFINITY,
  isCompact: false,
  compactPane: null,
};

describe('settings of the window', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('what version 0.1 stored is read, shortcuts by the new names of their actions', async () => {
    const { appearance, panes, shortcuts, editing } = await startWith({ 'taleport.look': JSON.stringify(earlier) });
    expect(appearance).toEqual({ colorScheme: 'dark', contrast: 'more', motion: 'less', zoom: 125 });
    expect(panes).toEqual({
      sizes: { sidebar: 300, sync: 200, inspector: 400 },
      open: { sidebar: false, sync: true, play: false },
      sidebarView: 'assets',
      dockView: 'problems',
      ...unfolded,
    });
    expect(shortcuts).toEqual({
      shortcuts: { autoLayout: ['Alt+0'], syncNow: [], find: ['Mod+P'] },
      opensListWithQuestionMark: false,
    });
    expect(editing).toEqual({
      snapToGrid: false,
      coverSize: 'small',
      listViewProjects: ['hash'],
      showsLanguagesSideBySide: true,
      onboarding: 'done',
    });
  });

  test('a shortcut stored under an earlier name belongs to an action that exists', async () => {
    const { shortcuts } = await startWith({ 'taleport.look': JSON.stringify(earlier) });
    await import('../../../renderer/app/register.ts');
    const { findAction, shortcutsOf } = await import('../../../renderer/commands/action-registry.ts');
    const found = Object.keys(shortcuts.shortcuts).map((name) => findAction(name));
    expect(found.map((action) => action && shortcutsOf(action))).toEqual([['Alt+0'], [], ['Mod+P']]);
  });

  test.each([
    ['nothing', {}],
    ['text that is no JSON', { 'taleport.look': '{', 'taleport.appearance': 'dark' }],
    [
      'values of other types',
      { 'taleport.appearance': '{"colorScheme":7,"zoom":"large"}', 'taleport.panes': '{"sizes":{"inspector":"wide"},"open":[1]}' },
    ],
    ['a list', { 'taleport.appearance': '[1]', 'taleport.shortcuts': '{"shortcuts":{"find":"Mod+P"}}' }],
  ])('%s gives default values', async (_, entries) => {
    const { appearance, panes, shortcuts, editing } = await startWith(entries);
    expect(appearance).toEqual({ colorScheme: 'system', contrast: 'system', motion: 'system', zoom: 100 });
    expect(panes).toEqual({ sizes: {}, open: { play: false }, sidebarView: 'boards', dockView: 'problems', ...unfolded });
    expect(shortcuts).toEqual({ shortcuts: {}, opensListWithQuestionMark: true });
    expect(editing.onboarding).toBe('new');
  });

  test('a change is stored with its topic only and wins over the earlier entry', async () => {
    const first = await startWith({ 'taleport.look': JSON.stringify(earlier) });
    first.setColorScheme('light');
    expect([...first.stored.keys()]).toEqual(['taleport.look', 'taleport.appearance']);
    const second = await startWith(Object.fromEntries(first.stored));
    expect([second.appearance.colorScheme, second.editing.onboarding]).toEqual(['light', 'done']);
  });

  test('each window keeps its own tabs, also when it is loaded again; the next start has those of the first one', async () => {
    const shared = new Map<string, string>();
    const storageOf = (entries: Map<string, string>) => ({
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => entries.set(key, value),
    });
    const load = async (own: Map<string, string>, search: string) => {
      vi.resetModules();
      vi.stubGlobal('localStorage', storageOf(shared));
      vi.stubGlobal('sessionStorage', storageOf(own));
      vi.stubGlobal('location', { search });
      const [{ openTabsStore }, { setColorScheme, appearanceStore }] = await Promise.all([
        import('../../../renderer/state/open-tabs.ts'),
        import('../../../renderer/state/appearance.ts'),
      ]);
      const show = (tab: string) => {
        const side = { tabs: [tab], byUse: [tab], preview: null };
        openTabsStore.setState({ layouts: { harbour: { ...emptyTabLayout, sides: [side] } } });
      };
      const shown = () => openTabsStore.getState().layouts.harbour?.sides.flatMap(({ tabs }) => tabs) ?? [];
      return { show, shown, setColorScheme, appearance: appearanceStore.getState() };
    };
    const [ownOfFirst, ownOfSecond] = [new Map<string, string>(), new Map<string, string>()];
    (await load(ownOfFirst, '')).show('variables');
    const second = await load(ownOfSecond, furtherWindowQuery);
    expect(second.shown()).toEqual(['variables']);
    second.show('translations');
    second.setColorScheme('dark');
    expect((await load(ownOfSecond, furtherWindowQuery)).shown()).toEqual(['translations']);
    expect((await load(ownOfFirst, '')).shown()).toEqual(['variables']);
    const nextStart = await load(new Map(), '');
    expect([nextStart.shown(), nextStart.appearance.colorScheme]).toEqual([['variables'], 'dark']);
  });

  test('windows follow each other, so that none overwrites what another one has changed', async () => {
    const stored = new Map<string, string>();
    const listeners: ((event: { key: string | null }) => void)[] = [];
    const written: string[] = [];
    const openWindow = async () => {
      vi.resetModules();
      vi.stubGlobal('localStorage', {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => {
          written.push(key);
          stored.set(key, value);
        },
      });
      vi.stubGlobal('addEventListener', (_: string, listener: (event: { key: string | null }) => void) => listeners.push(listener));
      return (await import('../../../renderer/state/editing-preferences.ts')).editingPreferencesStore;
    };
    const first = await openWindow();
    const heard = [...listeners];
    const second = await openWindow();
    second.setState({ coverSize: 'large' });
    for (const listener of heard) listener({ key: 'taleport.editing' });
    expect(written).toEqual(['taleport.editing']);
    first.setState({ snapToGrid: false });
    expect(JSON.parse(stored.get('taleport.editing') ?? '')).toMatchObject({ coverSize: 'large', snapToGrid: false });
    stored.clear();
    for (const listener of heard) listener({ key: null });
    expect(first.getState()).toMatchObject({ coverSize: 'small', snapToGrid: true });
  });

  test('a change applies although the storage is full', async () => {
    const { appearanceStore, setColorScheme } = await startWith({});
    vi.stubGlobal('localStorage', {
      setItem: () => {
        throw new DOMException('The storage is full', 'QuotaExceededError');
      },
    });
    const seen: string[] = [];
    appearanceStore.subscribe(({ colorScheme }) => seen.push(colorScheme));
    setColorScheme('dark');
    expect(seen).toEqual(['dark']);
  });
});
