/** Which panes of the workspace are shown, and the actions that show and hide them. */
import {
  closePane,
  dockPane,
  isDockOpen,
  isSidebarOpen,
  openPane,
  type PaneLayout,
  paneLayoutStore,
  showDockView,
  showSidebarView,
  sidebarPane,
} from '../state/pane-layout.ts';
import { type Action, isProjectOpen } from './action.ts';
import { contributions, type Pane } from './feature.ts';

/** The panes of a side, in the order in which they were registered. */
export const listPanes = (side?: Pane['side']): readonly Pane[] =>
  contributions('panes').filter((pane) => side === undefined || pane.side === side);

/** The tabs of the dock for the open project. */
export const listDockPanes = (): readonly Pane[] => listPanes('bottom').filter(({ isAvailable }) => isAvailable?.() ?? true);

/** The selected tab of the dock. The stored one may not be available for the open project. */
export const shownDockPane = ({ dockView }: PaneLayout): Pane | undefined => {
  const panes = listDockPanes();
  return panes.find(({ name }) => name === dockView) ?? panes[0];
};

export function isPaneOpen(pane: Pane, layout = paneLayoutStore.getState()): boolean {
  if (pane.side === 'left') return isSidebarOpen(layout) && layout.sidebarView === pane.name;
  if (pane.side === 'bottom') return isDockOpen(layout) && shownDockPane(layout)?.name === pane.name;
  return listPanesThatFit(layout).includes(pane);
}

const isOpenOnRight = ({ name, isOpenInitially = false }: Pane, { open, isCompact, compactPane }: PaneLayout): boolean =>
  isCompact ? name === compactPane : (open[name] ?? isOpenInitially);

/** The open panes on the right that the window has room for: those that were opened last. */
function listPanesThatFit(layout: PaneLayout): readonly Pane[] {
  const recency = ({ name }: Pane): number => layout.recentPanes.indexOf(name);
  return listPanes('right')
    .filter((pane) => isOpenOnRight(pane, layout) && (pane.isAvailable?.() ?? true))
    .sort((one, two) => recency(one) - recency(two))
    .slice(-layout.rightPanesThatFit);
}

/** The pane that is closed with a tab: the sidebar or the dock. */
const frameOf = { left: sidebarPane, bottom: dockPane } as const;

function togglePane(pane: Pane): void {
  const { name, side } = pane;
  if (isPaneOpen(pane)) (pane.hide ?? (() => closePane(side === 'right' ? name : frameOf[side])))();
  else if (pane.show) pane.show();
  else if (side === 'left') showSidebarView(name);
  else if (side === 'bottom') showDockView(name);
  else openPane(name);
}

const paneActionName = (name: string): string => `toggle${name.charAt(0).toUpperCase()}${name.slice(1)}`;

export function createPaneAction(pane: Pane): Action {
  const { label, shortcuts = [], group = 'Panes', menus = [] } = pane.toggle;
  return {
    name: paneActionName(pane.name),
    group,
    label,
    icon: pane.icon,
    shortcuts,
    menus: menus.map((placement) => ({ label: pane.label, ...placement })),
    isEnabled: () => isProjectOpen() && (pane.isAvailable?.() ?? true),
    isSelected: () => isPaneOpen(pane),
    switchLabel: pane.label,
    run: () => togglePane(pane),
  };
}
