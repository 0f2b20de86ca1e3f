/** A number in pixels or percent. It is saved when the user leaves the field, or its pane closes. */
import { useRef } from 'react';
import { useResettingState } from '../../ui/use-resetting-state.ts';
import { useWhenRemoved } from '../../ui/use-when-removed.ts';

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
  const shown = value === null ? '' : String(Math.round(value * 100) / 100);
  const [text, setText] = useResettingState(shown, shown);
  /** Since the last key: saving twice would be two changes. */
  const isSaved = useRef(false);
  const done = () => {
    if (text === shown || isSaved.current) return;
    isSaved.current = true;
    const number = Number(text);
    if (text.trim() === '' && emptyMeaning !== undefined) save(null);
    else if (text.trim() === '' || !Number.isFinite(number)) setText(shown);
    else save(Math.max(min, Math.min(max, number)));
  };
  useWhenRemoved(done);
  return (
    <label className="number">
      <span>{label}</span>
      <input
        className="input"
        type="number"
        inputMode="decimal"
        value={text}
        min={min}
        max={max}
        step={step}
        placeholder={emptyMeaning}
        onChange={({ target }) => {
          isSaved.current = false;
          setText(target.value);
        }}
        onBlur={done}
        onKeyDown={(event) => event.key === 'Enter' && done()}
      />
    </label>
  );
}
