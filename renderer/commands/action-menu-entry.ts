/** An action of the list as an entry of a menu: of a row, or of what is selected. */
import type { LucideIcon } from 'lucide-react';
import type { MenuEntry } from '../ui/menu.tsx';
import type { ActionName } from './action.ts';
import { getAction, shortcutsFor } from './action-registry.ts';
import type { TreeRow } from './focused-row.ts';

export function actionMenuEntry(name: ActionName, icon: LucideIcon, on?: TreeRow): MenuEntry {
  const { label, enabled, run, place } = getAction(name);
  return {
    id: name,
    label: label(on),
    icon,
    // Elsewhere its keys mean what is selected, not this row.
    keys: on && place !== 'row' ? undefined : shortcutsFor(name)[0],
    isDanger: name === 'removeRow',
    isDisabled: !enabled(on),
    run: () => void run(on),
  };
}
