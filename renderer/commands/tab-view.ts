/** What a view is that opens as a tab beside the boards, and the views that app/register.ts has registered. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { type MessageKey, message } from '../../shared/messages/message.ts';
import { openTab, registerViewName } from '../state/open-tabs.ts';
import { type Action, type ActionText, isProjectOpen } from './action.ts';
import { lazyDialog } from './lazy-dialog.ts';

export interface TabView {
  readonly name: string;
  readonly label: MessageKey;
  readonly icon: LucideIcon;
  /** Loads the component that renders the view. */
  readonly load: () => Promise<ComponentType>;
  /** The action that opens it; it has the name of the view. */
  readonly action: {
    readonly label: ActionText;
    readonly shortcuts?: readonly string[];
    readonly menus?: Action['menus'];
  };
}

const registered = new Map<string, TabView>();

/** Returns a function that removes them again. Throws when a name is taken. */
export function registerTabViews(views: readonly TabView[]): () => void {
  const forget = views.map((view) => {
    if (registered.has(view.name)) throw new Error(`Two views are named ${view.name}`);
    registered.set(view.name, view);
    return registerViewName(view.name);
  });
  return () => {
    for (const { name } of views) registered.delete(name);
    for (const each of forget) each();
  };
}

export const findTabView = (name: string): TabView | undefined => registered.get(name);

/** The code is loaded first, so that the tab does not appear empty. Meanwhile the user may have closed the project. */
const createOpener = ({ name, load }: TabView) =>
  lazyDialog({
    load: async () => {
      await load();
      return () => isProjectOpen() && openTab(name);
    },
    loadingText: message('workspace.tabs.opening'),
    failureText: message('workspace.tabs.notLoaded'),
  });

function createTabViewAction<const V extends TabView>(view: V): Action & { readonly name: V['name'] } {
  const { label, shortcuts = [], menus = [] } = view.action;
  return {
    name: view.name,
    group: 'Story',
    icon: view.icon,
    label,
    shortcuts,
    menus,
    isEnabled: isProjectOpen,
    run: createOpener(view),
  };
}

/** The actions of all views, in their order. */
export const createTabViewActions = <const V extends readonly TabView[]>(views: V) =>
  // True because `map` returns one action per view, in order; TypeScript infers an array instead of a tuple.
  views.map(createTabViewAction) as { [I in keyof V]: Action & { readonly name: V[I]['name'] } };
