/** Menus. An entry has an icon, a label and a shortcut; entries that delete something are marked as dangerous. */
import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, type PopoverProps, Separator } from 'react-aria-components';
import { Button, IconButton } from './button.tsx';
import { RestoreFocus } from './restore-focus.tsx';
import './menu.css';
import { ShortcutKeys } from './shortcut-keys.tsx';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly keys?: string | undefined;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

/** `null` is a separator. A function is called each time the menu opens. */
export type MenuEntrySource = readonly (MenuEntry | null)[] | (() => readonly (MenuEntry | null)[]);

export function MenuButton({
  label,
  icon = Ellipsis,
  entries,
  className,
  showsLabel,
}: {
  label: string;
  icon?: LucideIcon;
  entries: MenuEntrySource;
  className?: string;
  showsLabel?: boolean;
}) {
  return (
    <MenuTrigger>
      {showsLabel ? <Button icon={icon}>{label}</Button> : <IconButton icon={icon} label={label} {...(className ? { className } : {})} />}
      <MenuPopover placement="bottom end">
        <MenuEntries label={label} entries={entries} />
      </MenuPopover>
    </MenuTrigger>
  );
}

/** The popover of a menu. It restores the focus when it closes. */
export function MenuPopover({ children, ...props }: Omit<PopoverProps, 'className' | 'children'> & { children: ReactNode }) {
  return (
    <Popover {...props} className="menu-popover">
      <RestoreFocus />
      {children}
    </Popover>
  );
}

export function MenuEntries({
  label,
  entries,
  ...props
}: {
  label: string;
  entries: MenuEntrySource;
  onClose?: () => void;
  autoFocus?: boolean;
}) {
  const shown = typeof entries === 'function' ? entries() : entries;
  return (
    <AriaMenu {...props} className="menu" aria-label={label} data-icons={shown.some((entry) => entry?.icon) || undefined}>
      {shown.map((entry, at) =>
        entry === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: separators have no ids
          <Separator key={`line-${at}`} className="menu-separator" />
        ) : (
          <MenuItem
            key={entry.id}
            id={entry.id}
            textValue={entry.label}
            className={`menu-item ${entry.isDanger ? 'danger' : ''}`}
            isDisabled={entry.isDisabled ?? false}
            onAction={entry.run}
          >
            {entry.icon ? <entry.icon size={16} aria-hidden /> : <i className="menu-no-icon" aria-hidden />}
            <span className="menu-label">{entry.label}</span>
            {entry.keys && <ShortcutKeys keys={entry.keys} />}
          </MenuItem>
        ),
      )}
    </AriaMenu>
  );
}
