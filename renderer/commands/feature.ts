/**
 * What a feature adds to the window. Each folder of renderer/features exports one constant `feature` with the parts that it has, and app/register.ts registers
 * them in one list. What shows a part reads it here, so that features need not import each other.
 */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { MessageKey } from '../../shared/messages/message.ts';
import type { LazyCode, LazyComponent } from '../platform/lazy-code.ts';
import { registerViewName } from '../state/open-tabs.ts';
import type { Action, ActionText } from './action.ts';
import type { TreeRow } from './focused-row.ts';

export interface Feature {
  readonly actions?: readonly Action[];
  /** Areas beside, below or above the board that can be shown and hidden. */
  readonly panes?: readonly Pane[];
  /** What opens as a tab beside the boards. */
  readonly tabs?: readonly TabView[];
  /** Sections of the settings. */
  readonly settings?: readonly SettingsSection[];
  /** What is drawn above the items of the canvas, such as comment pins. */
  readonly layers?: readonly LazyComponent<{ readonly boardId: string }>[];
  /** What the status of the open project consists of. */
  readonly status?: readonly StatusItem[];
  /** Functions that open dialogs, for code that must not import them: other features, and dialogs that open each other. */
  readonly dialogs?: Readonly<Record<string, OpenDialog>>;
  /** What the actions of a tree row do with a record of each kind. */
  readonly rows?: Readonly<Partial<Record<TreeRow['kind'], LazyCode<RowHandlers>>>>;
  /** Keys that parts of the window handle themselves, without an action; they are listed among the shortcuts. */
  readonly keys?: readonly ShortcutList[];
}

export interface Pane {
  readonly name: string;
  /** The panes of the side `left` are the tabs of the sidebar, those of the side `bottom` the tabs of the dock. */
  readonly side: 'left' | 'bottom' | 'right';
  readonly label: MessageKey;
  readonly icon: LucideIcon;
  readonly Content: LazyComponent<object>;
  /** In pixels, for panes of the side `right`. The sidebar and the dock have sizes of their own. */
  readonly size?: PaneSize;
  readonly isOpenInitially?: boolean;
  /** Whether the pane can be shown for the open project. */
  readonly isAvailable?: () => boolean;
  /** The action that shows or hides it: `toggleTargets` for the pane `targets`. */
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

export interface TabView {
  readonly name: string;
  readonly label: MessageKey;
  readonly icon: LucideIcon;
  readonly Content: LazyComponent<object>;
  /** The action that opens it; it has the name of the view. */
  readonly action: Pick<Action, 'label' | 'shortcuts' | 'menus'>;
}

export interface SettingsSection {
  readonly name: string;
  readonly label: MessageKey;
  readonly icon: LucideIcon;
  /** Sections are listed in this order. */
  readonly order: number;
  readonly Content: ComponentType<{ readonly showSection: (name: string) => void }>;
}

interface StatusItem {
  readonly name: string;
  /** Items are shown in this order. */
  readonly order: number;
  readonly Content: LazyComponent<object>;
}

/** Each has its own parameters. */
type OpenDialog = (...args: never[]) => void;

export interface RowHandlers {
  readonly rename: (id: string) => void;
  readonly move: (id: string) => void;
  readonly remove: (id: string) => void;
  /** One place up or down among its siblings. */
  readonly moveBy: (id: string, step: 1 | -1) => void;
}

export interface ShortcutList {
  /** The heading of the list, or the group of actions to which it is added. */
  readonly heading: { readonly text: MessageKey } | { readonly group: Action['group'] };
  readonly entries: readonly { readonly keys: readonly string[]; readonly label: MessageKey }[];
}

/** Merged with the declaration in app/register.ts, so that the names of actions and dialogs are inferred from the registered features. */
// biome-ignore lint/suspicious/noEmptyInterface: merged with the declaration in app/register.ts
export interface RegisteredFeatures {}

type RegisteredFeature = RegisteredFeatures extends { features: readonly (infer F)[] } ? F : Feature;

/** The names of what the features have in one of their parts. */
type NamesIn<F, Part extends 'actions' | 'tabs' | 'panes'> = F extends {
  readonly [P in Part]: readonly { readonly name: infer N extends string }[];
}
  ? N
  : never;

type PaneActionName<P extends string> = `toggle${Capitalize<P>}`;
export type ActionName =
  | NamesIn<RegisteredFeature, 'actions'>
  | NamesIn<RegisteredFeature, 'tabs'>
  | PaneActionName<NamesIn<RegisteredFeature, 'panes'>>;

type DialogsOf<F> = F extends { readonly dialogs: infer D } ? D : never;
type DialogName = DialogsOf<RegisteredFeature> extends infer D ? (D extends unknown ? keyof D : never) : never;
type DialogNamed<N> =
  DialogsOf<RegisteredFeature> extends infer D ? (D extends { readonly [K in N & string]: infer O } ? O : never) : never;
type DialogArgs<N> = DialogNamed<N> extends (...args: infer A extends readonly unknown[]) => unknown ? A : never;

const registered = new Set<Feature>();

/** Returns a function that removes them again. Throws when a name is taken. */
export function registerFeatures(features: readonly Feature[]): () => void {
  for (const feature of features) registered.add(feature);
  for (const part of ['actions', 'panes', 'tabs', 'settings', 'status'] as const) rejectDuplicates(part, contributions(part));
  rejectDuplicates(
    'dialogs',
    [...registered].flatMap(({ dialogs = {} }) => Object.keys(dialogs).map((name) => ({ name }))),
  );
  const forget = features.flatMap(({ tabs = [] }) => tabs.map(({ name }) => registerViewName(name)));
  return () => {
    for (const feature of features) registered.delete(feature);
    for (const each of forget) each();
  };
}

function rejectDuplicates(part: keyof Feature, named: readonly { readonly name: string }[]): void {
  const names = new Set<string>();
  for (const { name } of named) {
    if (names.has(name)) throw new Error(`Two of the ${part} are named ${name}`);
    names.add(name);
  }
}

/** In the order in which they were registered. */
export const listFeatures = (): readonly Feature[] => [...registered];

type Contribution<Part extends keyof Feature> = NonNullable<Feature[Part]> extends readonly (infer C)[] ? C : never;
type ListedPart = { [Part in keyof Feature]-?: Contribution<Part> extends never ? never : Part }[keyof Feature];

/** What all features have in one of their parts, in the order in which they were registered. */
export const contributions = <Part extends ListedPart>(part: Part): readonly Contribution<Part>[] =>
  // True by the definition of `Contribution`; TypeScript does not resolve it while `Part` is open.
  listFeatures().flatMap((feature) => (feature[part] ?? []) as readonly Contribution<Part>[]);

export const findTabView = (name: string): TabView | undefined => contributions('tabs').find((tab) => tab.name === name);

/** Opens a dialog of another feature, or one that may open this one in turn. */
export function openDialog<N extends DialogName>(name: N, ...args: DialogArgs<N>): void {
  const open = listFeatures().find(({ dialogs = {} }) => name in dialogs)?.dialogs?.[name];
  if (!open) throw new Error(`There is no dialog ${name}`);
  Reflect.apply(open, undefined, args);
}

export function runRowHandler(kind: TreeRow['kind'], run: (handlers: RowHandlers) => void): void {
  const handlers = listFeatures().find(({ rows }) => rows?.[kind])?.rows?.[kind];
  if (!handlers) throw new Error(`Rows of the kind ${kind} have no handlers`);
  void handlers.run(run);
}
