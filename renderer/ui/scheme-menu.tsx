/** Light, dark, or as the system has it. */
import { Monitor, Moon, Sun } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components';
import { type Scheme, setScheme, useLook } from '../state/look.ts';
import { uiWords } from '../words/en/ui.ts';
import { IconButton } from './button.tsx';
import { MenuPopover } from './menu.tsx';

const schemes: readonly { id: Scheme; label: string; icon: typeof Sun }[] = [
  { id: 'system', label: uiWords.likeTheSystem, icon: Monitor },
  { id: 'light', label: uiWords.light, icon: Sun },
  { id: 'dark', label: uiWords.dark, icon: Moon },
];

export function SchemeMenu() {
  const scheme = useLook((look) => look.scheme);
  const Icon = schemes.find(({ id }) => id === scheme)?.icon ?? Monitor;
  return (
    <MenuTrigger>
      <IconButton icon={Icon} label={uiWords.lightOrDark} />
      <MenuPopover placement="bottom end">
        <Menu className="menu" aria-label={uiWords.lightOrDark} selectionMode="single" selectedKeys={[scheme]} disallowEmptySelection>
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
      </MenuPopover>
    </MenuTrigger>
  );
}
