/** A checkbox in a form. */
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
import './checkbox.css';

export function Checkbox({
  isSelected,
  onChange,
  isDisabled,
  children,
}: {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  children: ReactNode;
}) {
  return (
    <AriaCheckbox className="checkbox" isSelected={isSelected} onChange={onChange} isDisabled={isDisabled ?? false}>
      <span className="checkbox-box" aria-hidden>
        {isSelected && <Check size={13} strokeWidth={3} />}
      </span>
      {children}
    </AriaCheckbox>
  );
}
