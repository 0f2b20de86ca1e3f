/** Buttons: with a text label, or with only an icon and a tooltip that shows the label and the shortcut. */
import type { LucideIcon } from 'lucide-react';
import { type FocusEvent, type ReactNode, useState } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps, ToggleButton } from 'react-aria-components';
import './button.css';
import { WithTooltip } from './tooltip.tsx';

type ButtonVariant = 'plain' | 'primary' | 'quiet' | 'danger';

/**
 * The props of a button that keeps the focus when it is disabled, often by its own action: until the user leaves it, it says that it is disabled, and its
 * handler of presses is to be left out. Without the focus, the next keys would be for what is behind it.
 */
function useKeptFocus(isDisabled: boolean) {
  const [isFocused, setFocused] = useState(false);
  return {
    isDisabled: isDisabled && !isFocused,
    ...(isDisabled && isFocused && { 'aria-disabled': true, type: 'button' as const }),
    onFocus: () => setFocused(true),
    // When the whole window loses the focus, the button still has it.
    onBlur: ({ target }: FocusEvent) => document.activeElement !== target && setFocused(false),
  };
}

type PressableProps = Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'onFocus' | 'onBlur'>;

function PressableButton({ onPress, isDisabled = false, ...props }: PressableProps & { className: string; children: ReactNode }) {
  return <AriaButton {...props} {...useKeptFocus(isDisabled)} {...(onPress && !isDisabled && { onPress })} />;
}

interface ButtonProps extends PressableProps {
  readonly variant?: ButtonVariant;
  readonly icon?: LucideIcon;
  readonly className?: string;
  readonly children?: ReactNode;
}

export function Button({ variant = 'plain', icon: Icon, className = '', children, ...props }: ButtonProps) {
  return (
    <PressableButton {...props} className={`button ${variant} ${className}`}>
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </PressableButton>
  );
}

interface IconButtonProps extends Omit<PressableProps, 'aria-label'> {
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
      <PressableButton {...props} aria-label={label} className={`button icon-button ${variant} ${className}`}>
        <Icon size={17} aria-hidden />
      </PressableButton>
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
  const { type: _, ...kept } = useKeptFocus(isDisabled);
  return (
    <WithTooltip text={label} keys={keys}>
      <ToggleButton
        {...kept}
        aria-label={label}
        isSelected={isSelected}
        {...(!isDisabled && { onChange })}
        className="button icon-button quiet"
      >
        <Icon size={17} aria-hidden />
      </ToggleButton>
    </WithTooltip>
  );
}
