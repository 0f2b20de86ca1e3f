/** An integer or decimal number of a record. It is validated while typing and saved as soon as it is valid; until the field is left, what is typed stays. */

import { useId } from 'react';
import { isEnter } from '../../platform/composition.ts';
import type { SaveResult } from './draft.ts';
import { DraftNotices } from './field.tsx';
import { useNumberDraft } from './number-draft.ts';
import type { NumberType } from './typed-number.ts';

interface NumberValueFieldProps {
  readonly label: string;
  readonly name: string;
  readonly type: NumberType;
  readonly value: number;
  readonly save: (value: number) => Promise<SaveResult>;
}

export function NumberValueField({ label, name, type, value, save }: NumberValueFieldProps) {
  const draft = useNumberDraft({
    name,
    type,
    value,
    save: async (number) => (number === null ? undefined : save(number)),
    saves: 'whileTyping',
  });
  const faultId = useId();
  return (
    <>
      <input
        className="input number-value"
        inputMode={type === 'integer' ? 'numeric' : 'decimal'}
        value={draft.text}
        aria-label={label}
        aria-invalid={draft.fault !== null || undefined}
        aria-describedby={draft.fault === null ? undefined : faultId}
        spellCheck={false}
        onFocus={draft.enter}
        onChange={({ target }) => draft.type(target.value)}
        onBlur={draft.leave}
        onKeyDown={(event) => isEnter(event) && draft.number !== undefined && draft.leave()}
      />
      <DraftNotices draft={draft.messages} id={faultId} fault={draft.fault} />
    </>
  );
}
