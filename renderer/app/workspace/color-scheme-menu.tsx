/** The menu that sets the color scheme: light, dark, or that of the system. */

import { Monitor, Moon, Sun } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components';
import { t } from '../../messages/translate.ts';
import { type ColorScheme, setColorScheme, useAppearance } from '../../state/appearance.ts';
import { IconButton } from '../../ui/button.tsx';
import { MenuPopover } from '../../ui/menu.tsx';

const colorSchemes = (): readonly { id: ColorScheme; label: string; icon: typeof Sun }[] => [
  { id: 'system', label: t('ui.theme.system'), icon: Monitor },
  { id: 'light', label: t('ui.theme.light'), icon: Sun },
  { id: 'dark', label: t('ui.theme.dark'), icon: Moon },
];

export function ColorSchemeMenu() {
  const scheme = useAppearance((state) => state.colorScheme);
  const Icon = colorSchemes().find(({ id }) => id === scheme)?.icon ?? Monitor;
  return (
    <MenuTrigger>
      <IconButton icon={Icon} label={t('ui.theme.label')} />
      <MenuPopover placement="bottom end">
        <Menu className="menu" aria-label={t('ui.theme.label')} selectionMode="single" selectedKeys={[scheme]} disallowEmptySelection>
          {colorSchemes().map(({ id, label, icon: Each }) => (
            <MenuItem key={id} id={id} textValue={label} className="menu-item" onAction={() => setColorScheme(id)}>
              {({ isSelected }) => (
                <>
                  <Each size={16} aria-hidden />
                  <span className="menu-label">{label}</span>
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
