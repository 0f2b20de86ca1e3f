/** What a pane of the workspace is, and the panes that app/register.ts has registered. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { MessageKey } from '../../shared/messages/message.ts';
import { closePane, isSidebarOpen, openPane, paneLayoutStore, SIDEBAR, showSidebarView } from '../state/pane-layout.ts';
import { type Action, type ActionText, isProjectOpen } from './action.ts';

export interface Pane {
  readonly name: string;
  /** Panes at the left are the tabs of the sidebar. */
  readonly side: 'left' | 'bottom' | 'right';
  readonly label: MessageKey;
  readonly icon: LucideIcon;
  /** Loads what the pane shows. */
  readonly load: () => Promise<ComponentType>;
  /** Loaded together with the workspace, so that it is drawn at once with it. */
  readonly isPreloaded?: boolean;
  /** In pixels. Panes at the left have the size of the sidebar. */
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
  /** What showing and hiding do, where it is more than opening and closing the pane. */
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

export const isPaneOpen = (pane: Pane, layout = paneLayoutStore.getState()): boolean =>
  pane.side === 'left'
    ? isSidebarOpen(layout) && layout.sidebarView === pane.name
    : (layout.open[pane.name] ?? pane.isOpenInitially ?? false);

export function togglePane(pane: Pane): void {
  if (isPaneOpen(pane)) (pane.hide ?? (() => closePane(pane.side === 'left' ? SIDEBAR : pane.name)))();
  else if (pane.show) pane.show();
  else if (pane.side === 'left') showSidebarView(pane.name);
  else openPane(pane.name);
}

export type PaneActionName<P extends string> = `toggle${Capitalize<P>}`;

/** The action that shows or hides a pane: `toggleTargets` for the pane `targets`. */
export function createPaneAction<const P extends Pane>(pane: P): Action & { readonly name: PaneActionName<P['name']> } {
  const { label, shortcuts = [], group = 'Panes', menus = [] } = pane.toggle;
  return {
    // The type says what the expression does, which TypeScript cannot follow.
    name: `toggle${pane.name.charAt(0).toUpperCase()}${pane.name.slice(1)}` as PaneActionName<P['name']>,
    group,
    label,
    icon: pane.icon,
    shortcuts,
    menus: menus.map((placement) => ({ label: pane.label, ...placement })),
    isEnabled: () => isProjectOpen() && (pane.isAvailable?.() ?? true),
    isSelected: () => isPaneOpen(pane),
    run: () => togglePane(pane),
  };
}

/** The actions of all panes, in the order of the panes. */
export const createPaneActions = <const P extends readonly Pane[]>(panes: P) =>
  // One action for each pane, which TypeScript does not know of `map`.
  panes.map(createPaneAction) as { [I in keyof P]: Action & { readonly name: PaneActionName<P[I]['name']> } };
