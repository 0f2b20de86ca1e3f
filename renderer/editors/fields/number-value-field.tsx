/** An integer or decimal number. It is validated while typing and saved as soon as it is valid. */

import { t } from '../../messages/translate.ts';
import { type SaveResult, useDraft } from './draft.ts';

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

type ParsedNumber = { readonly number: number; readonly error?: undefined } | { readonly number?: undefined; readonly error: string };

/** Parses a number as users type it: a comma is a decimal separator if there is no point. Pure. */
export function parseNumber(typed: string, type: 'integer' | 'float'): ParsedNumber {
  const text = typed.trim().replace(/−/g, '-');
  const plain = /^[^.,]*,[^.,]*$/.test(text) ? text.replace(',', '.') : text;
  if (plain === '') return { error: t('attributes.fault.numberNeeded') };
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(plain)) return { error: t('attributes.fault.notANumber') };
  const number = Number(plain);
  if (!Number.isFinite(number)) return { error: t('attributes.fault.numberTooLarge') };
  if (type === 'float') return { number };
  if (!Number.isInteger(number)) return { error: t('attributes.fault.notWhole') };
  return Number.isSafeInteger(number) ? { number: number === 0 ? 0 : number } : { error: t('attributes.fault.numberTooLarge') };
}
