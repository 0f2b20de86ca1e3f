/** An action of the list as an entry of a menu: of a row, or of what is selected. */
import type { LucideIcon } from 'lucide-react';
import type { MenuEntry } from '../ui/menu.tsx';
import type { ActionName } from './action.ts';
import { actionNamed, keysOf } from './actions.ts';
import type { Row } from './row.ts';

export function entryFor(name: ActionName, icon: LucideIcon, on?: Row): MenuEntry {
  const { label, enabled, run, place } = actionNamed(name);
  return {
    id: name,
    label: label(on),
    icon,
    // Elsewhere its keys mean what is selected, not this row.
    keys: on && place !== 'row' ? undefined : keysOf(name)[0],
    isDanger: name === 'removeRow',
    isDisabled: !enabled(on),
    run: () => void run(on),
  };
}
