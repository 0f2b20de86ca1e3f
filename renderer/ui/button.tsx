/** Buttons: with a text label, or with only an icon and a tooltip that shows the label and the shortcut. */
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps, ToggleButton } from 'react-aria-components';
import './button.css';
import { WithTooltip } from './tooltip.tsx';

type ButtonVariant = 'plain' | 'primary' | 'quiet' | 'danger';

/**
 * The props of a button that keeps the focus when it is disabled, often by its own action: until the user leaves it, it says that it is disabled and does
 * nothing. Without the focus, the next keys would be for what is behind it.
 */
function useKeptFocus({ onPress, isDisabled = false, ...props }: AriaButtonProps): AriaButtonProps {
  const [isFocused, setFocused] = useState(false);
  const isKept = isFocused && isDisabled;
  return {
    ...props,
    ...(isKept ? { 'aria-disabled': true, type: 'button' } : { isDisabled, ...(onPress && { onPress }) }),
    onFocus: (event) => {
      setFocused(true);
      props.onFocus?.(event);
    },
    onBlur: (event) => {
      // When the whole window loses the focus, the button still has it.
      if (document.activeElement !== event.target) setFocused(false);
      props.onBlur?.(event);
    },
  };
}

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  readonly variant?: ButtonVariant;
  readonly icon?: LucideIcon;
  readonly className?: string;
  readonly children?: ReactNode;
}

export function Button({ variant = 'plain', icon: Icon, className = '', children, ...props }: ButtonProps) {
  return (
    <AriaButton {...useKeptFocus(props)} className={`button ${variant} ${className}`}>
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </AriaButton>
  );
}

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'aria-label'> {
  readonly icon: LucideIcon;
  readonly label: string;
  /** The tooltip, if it differs from the label. */
  readonly tooltip?: string;
  readonly keys?: string | undefined;
  readonly variant?: ButtonVariant;
  readonly className?: string;
}

export function IconButton({ icon: Icon, label, tooltip, keys, variant = 'quiet', className = '', ...props }: IconButtonProps) {
  return (
    <WithTooltip text={tooltip ?? label} keys={keys}>
      <AriaButton {...useKeptFocus(props)} aria-label={label} className={`button icon-button ${variant} ${className}`}>
        <Icon size={17} aria-hidden />
      </AriaButton>
    </WithTooltip>
  );
}

/** An icon button that toggles a state. */
export function IconToggle({
  icon: Icon,
  label,
  keys,
  isSelected,
  isDisabled = false,
  onChange,
}: {
  icon: LucideIcon;
  label: string;
  keys?: string | undefined;
  isSelected: boolean;
  isDisabled?: boolean;
  onChange: (isSelected: boolean) => void;
}) {
  const { isDisabled: isUnfocusable = false, onFocus, onBlur } = useKeptFocus({ isDisabled });
  return (
    <WithTooltip text={label} keys={keys}>
      <ToggleButton
        aria-label={label}
        aria-disabled={isDisabled || undefined}
        isSelected={isSelected}
        isDisabled={isUnfocusable}
        onFocus={onFocus}
        onBlur={onBlur}
        {...(!isDisabled && { onChange })}
        className="button icon-button quiet"
      >
        <Icon size={17} aria-hidden />
      </ToggleButton>
    </WithTooltip>
  );
}
