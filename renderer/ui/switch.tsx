/** A switch that takes effect immediately. */
import type { ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';
import './switch.css';

export function Switch({
  isSelected,
  onChange,
  isDisabled,
  label,
  children,
}: {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  /** The accessible name, if the visible text is not sufficient. */
  label?: string;
  children?: ReactNode;
}) {
  return (
    <AriaSwitch
      className="switch"
      isSelected={isSelected}
      onChange={onChange}
      isDisabled={isDisabled ?? false}
      {...(label ? { 'aria-label': label } : {})}
    >
      <span className="switch-track" aria-hidden>
        <span className="switch-knob" />
      </span>
      {children}
    </AriaSwitch>
  );
}
