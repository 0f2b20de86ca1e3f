/** A whole or decimal number, judged while it is typed and saved as soon as it is one. */

import type { Saved } from '../fields/draft.ts';
import { useDraft } from '../fields/use-draft.ts';
import { readNumber } from './read-number.ts';

export interface NumberValueProps {
  readonly label: string;
  readonly name: string;
  readonly type: 'integer' | 'float';
  readonly value: number;
  readonly save: (value: number) => Promise<Saved>;
}

export function NumberValue({ label, name, type, value, save }: NumberValueProps) {
  const draft = useDraft({
    name,
    value: String(value),
    same: (one, two) => one === two || readNumber(one, type).number === readNumber(two, type).number,
    save: async (text) => {
      const { number } = readNumber(text, type);
      return number === undefined ? undefined : save(number);
    },
  });
  const fault = readNumber(draft.value, type).fault ?? draft.fault;
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
          // What is no number was never saved: the one that holds comes back.
          if (readNumber(draft.value, type).number === undefined) draft.type(String(value));
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
