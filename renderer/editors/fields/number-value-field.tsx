/** An integer or decimal number. It is validated while typing and saved as soon as it is valid. */

import type { SaveResult } from './draft.ts';
import { parseNumber } from './parse-number.ts';
import { useDraft } from './use-draft.ts';

interface NumberValueFieldProps {
  readonly label: string;
  readonly name: string;
  readonly type: 'integer' | 'float';
  readonly value: number;
  readonly save: (value: number) => Promise<SaveResult>;
}

export function NumberValueField({ label, name, type, value, save }: NumberValueFieldProps) {
  const draft = useDraft({
    name,
    value: String(value),
    same: (one, two) => one === two || parseNumber(one, type).number === parseNumber(two, type).number,
    save: async (text) => {
      const { number } = parseNumber(text, type);
      return number === undefined ? undefined : save(number);
    },
  });
  const fault = parseNumber(draft.value, type).error ?? draft.error;
  return (
    <>
      <input
        className="input number-value"
        inputMode={type === 'integer' ? 'numeric' : 'decimal'}
        value={draft.value}
        aria-label={label}
        aria-invalid={fault !== null || undefined}
        spellCheck={false}
        onChange={({ target }) => draft.type(target.value)}
        onBlur={() => {
          // Invalid input was never saved, so the last valid value is shown again.
          if (parseNumber(draft.value, type).number === undefined) draft.type(String(value));
          draft.flush();
        }}
        onKeyDown={(event) => event.key === 'Enter' && draft.flush()}
      />
      {fault !== null && (
        <p className="fault" role="status">
          {fault}
        </p>
      )}
    </>
  );
}
