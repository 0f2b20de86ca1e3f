/** A select field with a popover list. */

import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import { Select as AriaSelect, Button, Label, ListBox, ListBoxItem, Popover, SelectValue, Text } from 'react-aria-components';
import { t } from '../messages/translate.ts';
import './field.css';
import { RestoreFocus } from './restore-focus.tsx';
import './menu.css';

interface SelectOption<V extends string> {
  readonly id: V;
  readonly label: string;
  /** A secondary line below the label. */
  readonly description?: string;
  readonly icon?: LucideIcon;
}

export function Select<V extends string>({
  label,
  isLabelHidden,
  isQuiet,
  options,
  value,
  onChange,
  placeholder = t('common.choose'),
  shownValue,
  description,
  isDisabled,
}: {
  label: string;
  isLabelHidden?: boolean;
  isQuiet?: boolean;
  options: readonly SelectOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
  placeholder?: string;
  /** What the button shows instead of the label of the option. */
  shownValue?: string;
  /** A line below the field. */
  description?: string | undefined;
  isDisabled?: boolean;
}) {
  const choose = (key: unknown) => {
    const option = options.find(({ id }) => id === key);
    if (option) onChange(option.id);
  };
  return (
    <AriaSelect
      className={`select-field ${isQuiet ? 'quiet' : ''}`}
      value={value}
      onChange={choose}
      placeholder={placeholder}
      isDisabled={isDisabled ?? false}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
    >
      {({ isOpen }) => (
        <>
          {!isLabelHidden && <Label className="field-label">{label}</Label>}
          <Button className="select-button">
            <SelectValue className="chosen">
              {({ selectedText, defaultChildren }) => shownValue ?? selectedText ?? defaultChildren}
            </SelectValue>
            <ChevronDown size={14} aria-hidden />
          </Button>
          {description && (
            <Text slot="description" className="field-description">
              {description}
            </Text>
          )}
          <Popover className="menu-popover">
            {isOpen && <RestoreFocus />}
            <ListBox className="menu" items={options}>
              {({ id, label: name, description, icon: Icon }) => (
                <ListBoxItem id={id} textValue={name} className="menu-item">
                  {({ isSelected }) => (
                    <>
                      {Icon && <Icon size={16} aria-hidden />}
                      <span className="menu-label">
                        {name}
                        {description && <span className="menu-description">{description}</span>}
                      </span>
                      {isSelected && <Check size={15} aria-hidden />}
                    </>
                  )}
                </ListBoxItem>
              )}
            </ListBox>
          </Popover>
        </>
      )}
    </AriaSelect>
  );
}
