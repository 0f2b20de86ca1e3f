/** What a pane of the workspace is, and the panes that app/register.ts has registered. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { MessageKey } from '../../shared/messages/message.ts';
import { closePane, isSidebarOpen, openPane, paneLayoutStore, SIDEBAR, showSidebarView } from '../state/pane-layout.ts';
import { type Action, type ActionText, isProjectOpen } from './action.ts';

export interface Pane {
  readonly name: string;
  /** The panes of the side `left` are the tabs of the sidebar. */
  readonly side: 'left' | 'bottom' | 'right';
  readonly label: MessageKey;
  readonly icon: LucideIcon;
  /** Loads the component that renders the pane. */
  readonly load: () => Promise<ComponentType>;
  /** Whether it is loaded together with the workspace, so that both are rendered at the same time. */
  readonly isPreloaded?: boolean;
  /** In pixels. Panes of the side `left` have the size of the sidebar. */
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
    // True by construction; TypeScript does not infer template literal types from expressions.
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
  // True because `map` returns one action per pane, in order; TypeScript infers an array instead of a tuple.
  panes.map(createPaneAction) as { [I in keyof P]: Action & { readonly name: PaneActionName<P[I]['name']> } };
