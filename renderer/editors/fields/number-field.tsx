/** A number of pixels or a share, saved when the writer is done with it. */
import { useEffect, useState } from 'react';

export interface NumberFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** What an empty field means; without it an empty field goes back to what it was. */
  readonly emptyMeaning?: string;
  readonly save: (value: number | null) => void;
}

export function NumberField({ label, value, min, max, step = 1, emptyMeaning, save }: NumberFieldProps) {
  const shown = value === null ? '' : String(Math.round(value * 100) / 100);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const done = () => {
    if (text === shown) return;
    const number = Number(text);
    if (text.trim() === '' && emptyMeaning !== undefined) save(null);
    else if (text.trim() === '' || !Number.isFinite(number)) setText(shown);
    else save(Math.max(min, Math.min(max, number)));
  };
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
        onChange={({ target }) => setText(target.value)}
        onBlur={done}
        onKeyDown={(event) => event.key === 'Enter' && done()}
      />
    </label>
  );
}
