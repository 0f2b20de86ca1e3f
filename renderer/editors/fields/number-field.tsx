/** A number between two limits. It is saved when the user leaves the field, or its pane closes. */
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { isComposing, isEnter } from '../../platform/composition.ts';
import type { SaveResult } from './draft.ts';
import { DraftNotices } from './field.tsx';
import { useNumberDraft } from './number-draft.ts';
import { formatTypedNumber, type NumberType, type ShownNumber, useTypedNumber } from './typed-number.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly type?: NumberType;
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** The value of an empty field. Without it, an empty field is reset to its last value. */
  readonly emptyMeaning?: string;
}

const rangeOf = ({ type = 'float', min, max, emptyMeaning }: NumberFieldProps) =>
  ({ type, decimals: 2, min, max, canBeEmpty: emptyMeaning !== undefined }) as const;

type RecordNumberFieldProps = NumberFieldProps & {
  /** Identifies the field among all records; another name is another draft. */
  readonly name: string;
} & (
    | { readonly emptyMeaning?: undefined; readonly save: (value: number) => Promise<SaveResult> }
    | { readonly emptyMeaning: string; readonly save: (value: number | null) => Promise<SaveResult> }
  );

/** A number of a record. */
export function RecordNumberField(field: RecordNumberFieldProps) {
  const id = useId();
  const { name, value } = field;
  const save = async (number: number | null): Promise<SaveResult> => {
    if (field.emptyMeaning !== undefined) return field.save(number);
    return number === null ? undefined : field.save(number);
  };
  const draft = useNumberDraft({ name, value, save, saves: 'whenLeft', ...rangeOf(field) });
  return (
    <NumberControl id={id} field={field} typed={draft} enter={draft.enter}>
      <DraftNotices draft={draft.messages} id={`${id}-fault`} fault={draft.fault} />
    </NumberControl>
  );
}

/** A number that is no field of a record. */
export function NumberField(field: NumberFieldProps & { readonly save: (value: number | null) => void }) {
  const id = useId();
  const { value, save } = field;
  const typed = useTypedNumber({ value, save, ...rangeOf(field) });
  return (
    <NumberControl id={id} field={field} typed={typed}>
      {typed.fault !== null && (
        <span className="fault" id={`${id}-fault`} role="alert">
          {typed.fault}
        </span>
      )}
    </NumberControl>
  );
}

interface NumberControlProps {
  readonly id: string;
  readonly field: NumberFieldProps;
  readonly typed: ShownNumber;
  readonly enter?: () => void;
  /** Its notices. */
  readonly children: ReactNode;
}

function NumberControl({ id, field: { label, min, max, step = 1, emptyMeaning }, typed, enter, children }: NumberControlProps) {
  const number = typed.number ?? undefined;
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isEnter(event)) typed.leave();
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined || number === undefined || isComposing(event.nativeEvent)) return;
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
        aria-describedby={typed.fault === null ? undefined : `${id}-fault`}
        onFocus={enter}
        onChange={({ target }) => typed.type(target.value)}
        onBlur={typed.leave}
        onKeyDown={handleKeyDown}
      />
      {children}
    </div>
  );
}
