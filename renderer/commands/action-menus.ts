/** The entries of menus and toolbars, from the placements of the registered actions. */
import type { MenuEntry } from '../ui/menu.tsx';
import { type Action, type ActionTarget, actionLabel, type MenuId, type MenuPlacement } from './action.ts';
import { getAction, listActions, shownShortcut } from './action-registry.ts';
import type { ActionName } from './feature.ts';

export interface PlacedAction {
  readonly action: Action;
  readonly placement: MenuPlacement;
  /** The label of the action in this menu. */
  readonly label: string;
}

/** The actions of a menu in its sections. `on` is the row whose menu it is. */
export function menuSections(menu: MenuId, on?: ActionTarget): readonly (readonly PlacedAction[])[] {
  const sections = new Map<number, PlacedAction[]>();
  for (const action of listActions())
    for (const placement of action.menus ?? []) {
      if (placement.menu !== menu || placement.when?.(on) === false) continue;
      const { section = 0, label = action.label } = placement;
      sections.set(section, [...(sections.get(section) ?? []), { action, placement, label: actionLabel({ label }, on) }]);
    }
  const orderOf = ({ placement }: PlacedAction) => placement.order ?? Number.POSITIVE_INFINITY;
  const byOrder = (one: PlacedAction, other: PlacedAction) => {
    const [a, b] = [orderOf(one), orderOf(other)];
    return a === b ? 0 : a - b;
  };
  return [...sections.keys()].sort((a, b) => a - b).map((section) => (sections.get(section) ?? []).toSorted(byOrder));
}

/** The entries of a menu, with a line (`null`) between its sections. */
export const menuEntries = (menu: MenuId, on?: ActionTarget): readonly (MenuEntry | null)[] =>
  joinSections(menuSections(menu, on).map((section) => section.map((placed) => toMenuEntry(placed, on))));

/** Sections with a line between them; empty ones are left out. */
export const joinSections = (sections: readonly (readonly MenuEntry[])[]): readonly (MenuEntry | null)[] =>
  sections
    .filter(({ length }) => length > 0)
    .flatMap((section, at): (MenuEntry | null)[] => (at === 0 ? [...section] : [null, ...section]));

/** An action as an entry of a menu that another feature builds itself. */
export const actionEntry = (name: ActionName, on?: ActionTarget): MenuEntry => {
  const action = getAction(name);
  return toMenuEntry({ action, label: actionLabel(action, on) }, on);
};

export function toMenuEntry({ action, label }: Pick<PlacedAction, 'action' | 'label'>, on?: ActionTarget): MenuEntry {
  return {
    id: action.name,
    label,
    ...(action.icon ? { icon: action.icon } : {}),
    // Other shortcuts apply to the selection, not to this row.
    keys: on && action.context !== 'row' ? undefined : shownShortcut(action),
    isDanger: action.isDanger ?? false,
    isDisabled: !action.isEnabled(on),
    run: () => action.run(on),
  };
}
