/** An action as buttons and toolbars need it: its label, its shortcut, and whether it is enabled now. */
import { useCallback, useSyncExternalStore } from 'react';
import { type Action, type ActionName, actionLabel, type MenuId } from './action.ts';
import { menuSections, type PlacedAction } from './action-menus.ts';
import { getAction, shortcutsOf, subscribeToActionStores } from './action-registry.ts';

export const useAction = (name: ActionName) => useActionState(getAction(name));

export function useActionState(action: Action) {
  const label = useSyncExternalStore(subscribeToActionStores, () => actionLabel(action));
  const isEnabled = useSyncExternalStore(subscribeToActionStores, () => action.isEnabled());
  const isSelected = useSyncExternalStore(subscribeToActionStores, () => action.isSelected?.());
  const shortcut = useSyncExternalStore(subscribeToActionStores, () => shortcutsOf(action)[0]);
  const run = useCallback(() => action.run(), [action]);
  return { label, isEnabled, isSelected, shortcut, run };
}

/** The actions of a toolbar that are shown now, without its sections. */
export function useMenuActions(menu: MenuId): readonly PlacedAction[] {
  // What the snapshot is compared by: which actions are shown, and under which labels.
  useSyncExternalStore(subscribeToActionStores, () =>
    JSON.stringify(
      menuSections(menu)
        .flat()
        .map(({ action, label }) => [action.name, label]),
    ),
  );
  return menuSections(menu).flat();
}
