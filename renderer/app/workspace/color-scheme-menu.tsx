/** Light, dark, or as the system has it. */
import { Monitor, Moon, Sun } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components';
import { uiMessages } from '../../messages/en/ui.ts';
import { type ColorScheme, setColorScheme, usePreferences } from '../../state/preferences.ts';
import { IconButton } from '../../ui/button.tsx';
import { MenuPopover } from '../../ui/menu.tsx';

const colorSchemes: readonly { id: ColorScheme; label: string; icon: typeof Sun }[] = [
  { id: 'system', label: uiMessages.likeTheSystem, icon: Monitor },
  { id: 'light', label: uiMessages.light, icon: Sun },
  { id: 'dark', label: uiMessages.dark, icon: Moon },
];

export function ColorSchemeMenu() {
  const scheme = usePreferences((look) => look.scheme);
  const Icon = colorSchemes.find(({ id }) => id === scheme)?.icon ?? Monitor;
  return (
    <MenuTrigger>
      <IconButton icon={Icon} label={uiMessages.lightOrDark} />
      <MenuPopover placement="bottom end">
        <Menu className="menu" aria-label={uiMessages.lightOrDark} selectionMode="single" selectedKeys={[scheme]} disallowEmptySelection>
          {colorSchemes.map(({ id, label, icon: Each }) => (
            <MenuItem key={id} id={id} textValue={label} className="menu-item" onAction={() => setColorScheme(id)}>
              {({ isSelected }) => (
                <>
                  <Each size={16} aria-hidden />
                  <span className="menu-words">{label}</span>
                  {isSelected && '✓'}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </MenuPopover>
    </MenuTrigger>
  );
}
