/** An action for buttons and toolbars: its label, its shortcut, and whether it is enabled. */
import { useCallback, useSyncExternalStore } from 'react';
import { type Action, actionLabel, type MenuId } from './action.ts';
import { menuSections, type PlacedAction } from './action-menus.ts';
import { getAction, shownShortcut, subscribeToActionStores } from './action-registry.ts';
import type { ActionName } from './feature.ts';

/** The result of `read`, updated when a store that actions depend on changes. `read` must return a primitive value or the same object. */
export const useActionStores = <T>(read: () => T): T => useSyncExternalStore(subscribeToActionStores, read, read);

export const useAction = (name: ActionName) => useActionState(getAction(name));

export function useActionState(action: Action) {
  const label = useActionStores(() => actionLabel(action));
  const isEnabled = useActionStores(() => action.isEnabled());
  const isSelected = useActionStores(() => action.isSelected?.());
  const shortcut = useActionStores(() => shownShortcut(action));
  const run = useCallback(() => action.run(), [action]);
  return { label, isEnabled, isSelected, shortcut, run };
}

/** The actions of a toolbar that are shown now, without its sections. */
export function useMenuActions(menu: MenuId): readonly PlacedAction[] {
  // The snapshot changes only when other actions or other labels are shown.
  useActionStores(() =>
    JSON.stringify(
      menuSections(menu)
        .flat()
        .map(({ action, label }) => [action.name, label]),
    ),
  );
  return menuSections(menu).flat();
}
