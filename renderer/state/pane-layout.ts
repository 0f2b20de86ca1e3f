/**
 * Which panes are open, their sizes, and the selected tab of the sidebar. Panes are identified by name (commands/pane.ts). In a narrow window the
 * sidebar is folded to a rail, from which it opens over the board. On the right, a window shows as many panes as it has room for. A compact one
 * (200% zoom) has room for one pane below the board: the dock, until one of those on the right is opened.
 */
import { useStore } from 'zustand';
import { asBoolean, asRecordOf, asStrings, createStoredState, type StoredFields } from './stored-state.ts';

/** The sidebar at the left is one pane; its tabs are the panes of the side `left`. */
export const sidebarPane = 'sidebar';
/** The dock below the board is one pane; its tabs are the panes of the side `bottom`. */
export const dockPane = 'dock';

export interface PaneLayout {
  /** In pixels: the width of panes at the sides, the height of panes at the bottom. A pane that was never resized has no entry. */
  readonly sizes: Readonly<Record<string, number>>;
  /** The same for a narrow window. */
  readonly narrowSizes: Readonly<Record<string, number>>;
  /** A pane that was never opened or closed has no entry. */
  readonly open: Readonly<Record<string, boolean>>;
  readonly sidebarView: string;
  readonly dockView: string;
  readonly isNarrow: boolean;
  /** Whether the folded sidebar is open over the board. */
  readonly isSidebarUnfolded: boolean;
  /** The panes on the right that were opened, the last one last. */
  readonly recentPanes: readonly string[];
  /** How many panes there is room for on the right. Those that were opened last are shown, the others are folded. */
  readonly rightPanesThatFit: number;
  readonly isCompact: boolean;
  /** The dock or the pane that was opened in a compact window. The others are folded there. */
  readonly compactPane: string | null;
}

/** The layout keeps enough room for the board in a window of more than this width, in CSS pixels. */
const narrowWidth = 1100;
/** Up to this width the panes on the right are below the board. */
const compactWidth = 860;
const narrowWindow = globalThis.matchMedia?.(`(max-width: ${narrowWidth}px)`);
const compactWindow = globalThis.matchMedia?.(`(max-width: ${compactWidth}px)`);
/** Up to these widths there is room for so many panes on the right, beside a board that can be worked on. */
const rightPaneLimits = [
  { window: globalThis.matchMedia?.('(max-width: 1180px)'), count: 1 },
  { window: globalThis.matchMedia?.('(max-width: 1500px)'), count: 2 },
];
const countRightPanesThatFit = (): number => rightPaneLimits.find(({ window }) => window?.matches)?.count ?? Number.POSITIVE_INFINITY;

const asSizes = (sizes: unknown): PaneLayout['sizes'] =>
  asRecordOf(sizes, (size) => (typeof size === 'number' && Number.isFinite(size) ? size : undefined));

const asOpen = (open: unknown): PaneLayout['open'] => asRecordOf(open, (isOpen) => (typeof isOpen === 'boolean' ? isOpen : undefined));

/** The only one that stays open when the window becomes compact. */
const paneThatStays = (open: PaneLayout['open']): string | null => (open[dockPane] === true ? dockPane : null);

const earlierNames: Readonly<Record<string, string>> = { boards: sidebarPane, mirror: 'sync' };
const renameKeys = (fields: unknown): StoredFields => {
  const entries = Object.entries(asRecordOf(fields, (value) => value));
  return Object.fromEntries(entries.map(([name, value]) => [earlierNames[name] ?? name, value]));
};

export const paneLayoutStore = createStoredState<PaneLayout>({
  topic: 'panes',
  scope: 'window',
  parse: (fields) => ({
    sizes: asSizes(fields.sizes),
    narrowSizes: asSizes(fields.narrowSizes),
    // The play session ends with the window, so its pane starts closed.
    open: { ...asOpen(fields.open), play: false },
    sidebarView: typeof fields.sidebarView === 'string' ? fields.sidebarView : 'boards',
    dockView: typeof fields.dockView === 'string' ? fields.dockView : 'problems',
    isNarrow: narrowWindow?.matches ?? false,
    isSidebarUnfolded: false,
    recentPanes: asStrings(fields.recentPanes),
    rightPanesThatFit: countRightPanesThatFit(),
    isCompact: compactWindow?.matches ?? false,
    compactPane: paneThatStays(asOpen(fields.open)),
  }),
  upgrade: ({ sizes, open, side }) => ({ sizes: renameKeys(sizes), open: renameKeys(open), sidebarView: side }),
});

export const usePaneLayout = <T>(selector: (state: PaneLayout) => T): T => useStore(paneLayoutStore, selector);

const isFocusInSidebar = (): boolean => globalThis.document?.activeElement?.closest(`[data-pane="${sidebarPane}"]`) != null;
/** A sidebar that is open over the board folds when another pane opens, which it would cover, but not while it has the focus. */
const foldedSidebar = (): Partial<PaneLayout> => (isFocusInSidebar() ? {} : { isSidebarUnfolded: false });

/**
 * The change that opens or closes a pane. A folded sidebar only opens and closes over the board, a pane on the right only for as long as the window is
 * compact. The dock stays as it is left.
 */
function openOrClose(
  { isNarrow, isCompact, compactPane, open, recentPanes }: PaneLayout,
  pane: string,
  isOpen: boolean,
): Partial<PaneLayout> {
  if (pane === sidebarPane && isNarrow) return { isSidebarUnfolded: isOpen };
  const isOnRight = pane !== sidebarPane && pane !== dockPane;
  if (pane !== sidebarPane && isCompact) {
    const dock = isOnRight ? {} : { open: { ...open, [pane]: isOpen } };
    if (isOpen) return { compactPane: pane, ...dock };
    return compactPane === pane ? { compactPane: null, ...dock } : {};
  }
  const others = recentPanes.filter((each) => each !== pane);
  return {
    ...(isOpen && foldedSidebar()),
    open: { ...open, [pane]: isOpen },
    recentPanes: isOnRight && isOpen ? [...others, pane] : recentPanes,
  };
}

export const setPaneOpen = (pane: string, isOpen: boolean): void => paneLayoutStore.setState((layout) => openOrClose(layout, pane, isOpen));
export const openPane = (pane: string): void => setPaneOpen(pane, true);
export const closePane = (pane: string): void => setPaneOpen(pane, false);
export const setPaneSize = (pane: string, size: number): void =>
  paneLayoutStore.setState(({ isNarrow, sizes, narrowSizes }) =>
    isNarrow ? { narrowSizes: { ...narrowSizes, [pane]: size } } : { sizes: { ...sizes, [pane]: size } },
  );
/** The stored size of a pane at this width of the window. */
export const paneSize = ({ isNarrow, sizes, narrowSizes }: PaneLayout, pane: string): number | undefined =>
  (isNarrow ? narrowSizes : sizes)[pane];

export const isSidebarOpen = ({ isNarrow, isSidebarUnfolded, open }: PaneLayout): boolean =>
  isNarrow ? isSidebarUnfolded : asBoolean(open[sidebarPane], true);
export const isDockOpen = ({ isCompact, compactPane, open }: PaneLayout): boolean =>
  isCompact ? compactPane === dockPane : asBoolean(open[dockPane], false);
/** Opens the dock with this tab selected. */
export const showDockView = (dockView: string): void =>
  paneLayoutStore.setState((layout) => ({ ...foldedSidebar(), dockView, ...openOrClose(layout, dockPane, true) }));
/** Opens the sidebar with this tab selected. */
export const showSidebarView = (sidebarView: string): void =>
  paneLayoutStore.setState((layout) => ({ sidebarView, ...openOrClose(layout, sidebarPane, true) }));

/** Folds and unfolds the panes with the width of the window. The sidebar stays open while it has the focus. Returns what stops this. */
export function watchWindowWidth(): () => void {
  const update = () => {
    const isNarrow = narrowWindow?.matches ?? false;
    const isSidebarUnfolded = isNarrow && isFocusInSidebar();
    const isCompact = compactWindow?.matches ?? false;
    paneLayoutStore.setState((before) => ({
      isNarrow,
      isSidebarUnfolded,
      rightPanesThatFit: countRightPanesThatFit(),
      isCompact,
      compactPane: isCompact && before.isCompact ? before.compactPane : paneThatStays(before.open),
    }));
  };
  const widths = [narrowWindow, compactWindow, ...rightPaneLimits.map(({ window }) => window)];
  // The window may have been resized while no project was open.
  update();
  for (const width of widths) width?.addEventListener('change', update);
  return () => {
    for (const width of widths) width?.removeEventListener('change', update);
  };
}
