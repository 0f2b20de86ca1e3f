/** Light, dark, or as the system has it. */
import { Monitor, Moon, Sun } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { type Scheme, setScheme, useLook } from '../state/look.ts';
import { IconButton } from './button.tsx';
import './menu.css';

const schemes: readonly { id: Scheme; label: string; icon: typeof Sun }[] = [
  { id: 'system', label: 'Like the system', icon: Monitor },
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
];

export function SchemeMenu() {
  const scheme = useLook((look) => look.scheme);
  const Icon = schemes.find(({ id }) => id === scheme)?.icon ?? Monitor;
  return (
    <MenuTrigger>
      <IconButton icon={Icon} label="Light or dark" />
      <Popover className="menu-popover" placement="bottom end">
        <Menu className="menu" aria-label="Light or dark" selectionMode="single" selectedKeys={[scheme]} disallowEmptySelection>
          {schemes.map(({ id, label, icon: Each }) => (
            <MenuItem key={id} id={id} textValue={label} className="menu-item" onAction={() => setScheme(id)}>
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
      </Popover>
    </MenuTrigger>
  );
}
