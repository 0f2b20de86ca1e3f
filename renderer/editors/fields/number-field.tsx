/** A number in pixels or percent. It is saved when the user leaves the field, or its pane closes. */
import { type KeyboardEvent, useId } from 'react';
import { formatTypedNumber, parseNumber, useTypedNumber } from './typed-number.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** The value of an empty field. Without it, an empty field is reset to its last value. */
  readonly emptyMeaning?: string;
  readonly save: (value: number | null) => void;
}

export function NumberField({ label, value, min, max, step = 1, emptyMeaning, save }: NumberFieldProps) {
  const id = useId();
  const fault = `${id}-fault`;
  const typed = useTypedNumber({ value, type: 'float', decimals: 2, min, max, canBeEmpty: emptyMeaning !== undefined, save });
  const { number } = parseNumber(typed.text, 'float', value ?? 0);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') typed.leave();
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined || number === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    typed.type(formatTypedNumber(Math.max(min, Math.min(max, Math.round((number + direction * step) * 100) / 100))));
  };
  return (
    <div className="number">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        // Not of the type number: a browser reads only its own form of numbers there.
        role="spinbutton"
        aria-valuenow={number}
        aria-valuemin={min}
        aria-valuemax={max}
        inputMode="decimal"
        value={typed.text}
        placeholder={emptyMeaning}
        aria-invalid={typed.fault !== null || undefined}
        aria-describedby={typed.fault === null ? undefined : fault}
        onChange={({ target }) => typed.type(target.value)}
        onBlur={typed.leave}
        onKeyDown={handleKeyDown}
      />
      {typed.fault !== null && (
        <span className="fault" id={fault} role="status">
          {typed.fault}
        </span>
      )}
    </div>
  );
}
