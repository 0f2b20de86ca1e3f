/** What a pane of the workspace is, and the panes that app/register.ts has registered. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { MessageKey } from '../../shared/messages/message.ts';
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
import { type Action, type ActionText, isProjectOpen } from './action.ts';

export interface Pane {
  readonly name: string;
  /** The panes of the side `left` are the tabs of the sidebar, those of the side `bottom` the tabs of the dock. */
  readonly side: 'left' | 'bottom' | 'right';
  readonly label: MessageKey;
  readonly icon: LucideIcon;
  /** Loads the component that renders the pane. */
  readonly load: () => Promise<ComponentType>;
  /** Whether it is loaded together with the workspace, so that both are rendered at the same time. */
  readonly isPreloaded?: boolean;
  /** In pixels, for panes of the side `right`. The sidebar and the dock have sizes of their own. */
  readonly size?: PaneSize;
  readonly isOpenInitially?: boolean;
  /** Whether the pane can be shown for the open project. */
  readonly isAvailable?: () => boolean;
  /** The action that shows or hides it. */
  readonly toggle: {
    readonly label: ActionText;
    readonly shortcuts?: readonly string[];
    readonly group?: Action['group'];
    /** The toolbar that has a toggle for it. */
    readonly menus?: Action['menus'];
  };
  /** Replaces opening and closing the pane, if showing it involves more. */
  readonly show?: () => void;
  readonly hide?: () => void;
}

export interface PaneSize {
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

const registered = new Map<string, Pane>();

/** Returns a function that removes them again. Throws when a name is taken. */
export function registerPanes(panes: readonly Pane[]): () => void {
  for (const pane of panes) {
    if (registered.has(pane.name)) throw new Error(`Two panes are named ${pane.name}`);
    registered.set(pane.name, pane);
  }
  return () => {
    for (const { name } of panes) registered.delete(name);
  };
}

/** The panes of a side, in the order in which they were registered. */
export const listPanes = (side?: Pane['side']): readonly Pane[] =>
  [...registered.values()].filter((pane) => side === undefined || pane.side === side);

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

type PaneActionName<P extends string> = `toggle${Capitalize<P>}`;

/** The action that shows or hides a pane: `toggleTargets` for the pane `targets`. */
function createPaneAction<const P extends Pane>(pane: P): Action & { readonly name: PaneActionName<P['name']> } {
  const { label, shortcuts = [], group = 'Panes', menus = [] } = pane.toggle;
  return {
    // True by construction; TypeScript does not infer template literal types from expressions.
    name: `toggle${pane.name.charAt(0).toUpperCase()}${pane.name.slice(1)}` as PaneActionName<P['name']>,
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

/** The actions of all panes, in the order of the panes. */
export const createPaneActions = <const P extends readonly Pane[]>(panes: P) =>
  // True because `map` returns one action per pane, in order; TypeScript infers an array instead of a tuple.
  panes.map(createPaneAction) as { [I in keyof P]: Action & { readonly name: PaneActionName<P[I]['name']> } };
