/** An integer or decimal number of a record. It is validated while typing and saved as soon as it is valid; until the field is left, what is typed stays. */

import { useId, useState } from 'react';
import { verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { type SaveResult, useDraft } from './draft.ts';
import { DraftNotices } from './field.tsx';
import { formatTypedNumber, type NumberType, parseNumber } from './typed-number.ts';

interface NumberValueFieldProps {
  readonly label: string;
  readonly name: string;
  readonly type: NumberType;
  readonly value: number;
  readonly save: (value: number) => Promise<SaveResult>;
}

export function NumberValueField({ label, name, type, value, save }: NumberValueFieldProps) {
  /** What the field contained when typing began: what is saved while typing must not change how the rest of it is read. */
  const [before, setBefore] = useState(value);
  const parse = (text: string) => parseNumber(text, type, before);
  const draft = useDraft({
    name,
    value: formatTypedNumber(value),
    same: (one, two) => one === two || (parse(one).number !== undefined && parse(one).number === parse(two).number),
    save: async (text) => {
      const { number, error } = parse(text);
      if (number === undefined) throw new Problem('invalid', verbatim(error));
      return save(number);
    },
  });
  const faultId = useId();
  const { number, error } = parse(draft.value);
  const fault = (draft.value === formatTypedNumber(value) ? undefined : error) ?? draft.error;
  /** Shows the number as it is stored, instead of what was not a number. */
  const leave = () => {
    if (number === undefined) return draft.revert();
    if (draft.value !== formatTypedNumber(number)) draft.type(formatTypedNumber(number));
    void draft.flush();
  };
  return (
    <>
      <input
        className="input number-value"
        inputMode={type === 'integer' ? 'numeric' : 'decimal'}
        value={draft.value}
        aria-label={label}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : faultId}
        spellCheck={false}
        onFocus={() => setBefore(number ?? value)}
        onChange={({ target }) => draft.type(target.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && number !== undefined && leave()}
      />
      <DraftNotices draft={draft} id={faultId} fault={fault} />
    </>
  );
}
