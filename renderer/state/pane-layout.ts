/** Which panes are open, their sizes, and the selected tab of the sidebar. Panes are identified by name (commands/pane.ts). */
import { useStore } from 'zustand';
import { asBoolean, asRecordOf, createStoredState, type StoredFields } from './stored-state.ts';

/** The sidebar at the left is one pane; its tabs are the panes of the side `left`. */
export const SIDEBAR = 'sidebar';
/** The dock below the board is one pane; its tabs are the panes of the side `bottom`. */
export const DOCK = 'dock';

export interface PaneLayout {
  /** In pixels: the width of panes at the sides, the height of panes at the bottom. A pane that was never resized has no entry. */
  readonly sizes: Readonly<Record<string, number>>;
  /** A pane that was never opened or closed has no entry. */
  readonly open: Readonly<Record<string, boolean>>;
  readonly sidebarView: string;
  readonly dockView: string;
}

const earlierNames: Readonly<Record<string, string>> = { boards: SIDEBAR, mirror: 'sync' };
const renameKeys = (fields: unknown): StoredFields => {
  const entries = Object.entries(asRecordOf(fields, (value) => value));
  return Object.fromEntries(entries.map(([name, value]) => [earlierNames[name] ?? name, value]));
};

export const paneLayoutStore = createStoredState<PaneLayout>({
  topic: 'panes',
  parse: (fields) => ({
    sizes: asRecordOf(fields.sizes, (size) => (typeof size === 'number' && Number.isFinite(size) ? size : undefined)),
    // The play session ends with the window, so its pane starts closed.
    open: { ...asRecordOf(fields.open, (isOpen) => (typeof isOpen === 'boolean' ? isOpen : undefined)), play: false },
    sidebarView: typeof fields.sidebarView === 'string' ? fields.sidebarView : 'boards',
    dockView: typeof fields.dockView === 'string' ? fields.dockView : 'problems',
  }),
  upgrade: ({ sizes, open, side }) => ({ sizes: renameKeys(sizes), open: renameKeys(open), sidebarView: side }),
});

export const usePaneLayout = <T>(selector: (state: PaneLayout) => T): T => useStore(paneLayoutStore, selector);

export const setPaneOpen = (pane: string, isOpen: boolean): void =>
  paneLayoutStore.setState(({ open }) => ({ open: { ...open, [pane]: isOpen } }));
export const openPane = (pane: string): void => setPaneOpen(pane, true);
export const closePane = (pane: string): void => setPaneOpen(pane, false);
export const setPaneSize = (pane: string, size: number): void =>
  paneLayoutStore.setState(({ sizes }) => ({ sizes: { ...sizes, [pane]: size } }));

export const isSidebarOpen = ({ open }: PaneLayout): boolean => asBoolean(open[SIDEBAR], true);
export const isDockOpen = ({ open }: PaneLayout): boolean => asBoolean(open[DOCK], false);
/** Opens the dock with this tab selected. */
export const showDockView = (dockView: string): void =>
  paneLayoutStore.setState(({ open }) => ({ dockView, open: { ...open, [DOCK]: true } }));
/** Opens the sidebar with this tab selected. */
export const showSidebarView = (sidebarView: string): void =>
  paneLayoutStore.setState(({ open }) => ({ sidebarView, open: { ...open, [SIDEBAR]: true } }));
