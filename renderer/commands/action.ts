/**
 * What an action is: a constant in the `actions` of a feature (feature.ts). Menus, toolbars, the command palette, the list of keyboard shortcuts and the
 * window's menu are built from these constants.
 */
import type { LucideIcon } from 'lucide-react';
import type { MessageKey } from '../../shared/messages/message.ts';
import type { KindName } from '../../shared/model/kinds/kinds.ts';
import { t } from '../messages/translate.ts';
import { shell } from '../platform/bridge.ts';
import { openProjectStore } from '../state/open-project.ts';

export const actionGroups = ['Everywhere', 'Projects', 'Story', 'Board', 'Lists', 'Panes', 'Help'] as const;

/** The menus and toolbars in which actions can be placed. */
export type MenuId =
  /** The toolbar of the window, on every screen. */
  | 'window'
  /** The toolbars above the open project, from left to right, and the menu of its name. */
  | 'project.back'
  | 'project.history'
  | 'project.find'
  | 'project.sidebar'
  | 'project.panes'
  | 'project.window'
  | 'project.menu'
  /** The menu of a tab. */
  | 'tab'
  /** The views of the sidebar while it is folded. */
  | 'sidebar.rail'
  /** The toolbars of the panes in the sidebar. */
  | 'sidebar.boards'
  | 'sidebar.components'
  | 'sidebar.assets'
  /** The menus of the rows of the trees. */
  | 'row.board'
  | 'row.component'
  | 'row.asset'
  /** The toolbar of a board, and the context menus of its canvas and of what is selected. */
  | 'board.view'
  | 'board.add'
  | 'board.arrange'
  | 'board.canvas'
  | 'board.selection'
  /** The header of the inspector. */
  | 'inspector.head';

export interface MenuPlacement {
  readonly menu: MenuId;
  /** Entries of a section are grouped, with a separator between sections. */
  readonly section?: number;
  /** Orders the entries of a section; entries without it come last, in the order in which they are registered. */
  readonly order?: number;
  /** The label in this menu, if it differs from the action's. */
  readonly label?: ActionText;
  /** Whether the entry is shown. */
  readonly when?: (on?: ActionTarget) => boolean;
}

/** The record that an action is run for, from its row in a tree or its own menu. */
export interface ActionTarget {
  readonly kind: KindName;
  readonly id: string;
}

/** A message, or a text that depends on the record that the action is run for. */
export type ActionText = MessageKey | ((on?: ActionTarget) => string);

/**
 * `on` is the record from whose menu or row the action is run. Without it an action applies to the selection on the board, to the row of a tree that
 * last had the focus, or to the whole story.
 */
export interface Action {
  readonly name: string;
  /** The heading under which the action is listed in the window's menu and among the keyboard shortcuts. */
  readonly group: (typeof actionGroups)[number];
  readonly label: ActionText;
  /** The label where shortcuts are listed, if `label` names the record that the action applies to now, or what it would switch now. */
  readonly genericLabel?: MessageKey;
  readonly icon?: LucideIcon;
  /** The default shortcuts; the first one is shown in menus. The user may set others. `Mod` is Ctrl, on a Mac the command key. */
  readonly shortcuts?: readonly string[];
  /** Its shortcuts work only while the board or a tree row has the focus, and may be single letters. */
  readonly context?: 'board' | 'row';
  /** The browser reports these shortcuts as events of its own (copy, cut, paste); they are listed but cannot be changed. */
  readonly isHandledByBrowser?: boolean;
  /** Only its shortcut runs it, and nothing lists it: a second way to run another action, or a key that people press out of habit. */
  readonly isHidden?: boolean;
  readonly isDanger?: boolean;
  readonly menus?: readonly MenuPlacement[];
  readonly isEnabled: (on?: ActionTarget) => boolean;
  /** The state of an action that switches something on and off; toolbars then render a toggle, the menu bar a check mark. */
  readonly isSelected?: () => boolean;
  /** What it switches on and off: its label beside a check mark, where `label` is a verb. */
  readonly switchLabel?: MessageKey;
  /** May be asynchronous. Where a rejection occurs, it is shown to the user. */
  readonly run: (on?: ActionTarget) => void;
}

const resolveText = (text: ActionText, on?: ActionTarget): string => (typeof text === 'string' ? t({ key: text }) : text(on));
export const actionLabel = ({ label }: Pick<Action, 'label'>, on?: ActionTarget): string => resolveText(label, on);
export const genericLabelFor = (action: Action): string => (action.genericLabel ? t({ key: action.genericLabel }) : actionLabel(action));
/** The label that a search compares: without the name of a record, which people search for to go to it; that of a switch says what it does now. */
export const searchedLabel = (action: Action): string => (action.switchLabel === undefined ? genericLabelFor(action) : actionLabel(action));

export const isProjectOpen = (): boolean => openProjectStore.getState().project.size > 0;
export const isProjectListShown = (): boolean => openProjectStore.getState().hash === null;
export const alwaysEnabled = (): boolean => true;
/** Browsers reserve Ctrl+N and Ctrl+O. */
export const shortcutsByShell = (desktop: string, browser: string): readonly string[] =>
  shell === 'desktop' ? [desktop, browser] : [browser];
