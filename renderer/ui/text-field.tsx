/** A single-line or multi-line text field with a label above and an error below. */
import { type CSSProperties, useRef } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components';
import { isComposing } from '../platform/composition.ts';
import './field.css';

interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'style' | 'onKeyDown'> {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly description?: string | undefined;
  /** The error message; the field is marked as invalid while it is set. */
  readonly error?: string | null | undefined;
  readonly placeholder?: string;
  readonly lines?: number;
  readonly isCode?: boolean;
  /** Selects the text when the field gets the focus for the first time. */
  readonly selectsAll?: boolean;
  readonly style?: CSSProperties;
  /** Prevents the default of a key that it handles. All other keys reach the shortcuts of the window. */
  readonly onKeyDown?: KeyHandler;
}

type KeyHandler = NonNullable<AriaTextFieldProps['onKeyDown']>;

export function TextField({
  label,
  isLabelHidden,
  description,
  error,
  placeholder,
  lines,
  isCode,
  selectsAll,
  onKeyDown,
  ...props
}: TextFieldProps) {
  const selected = useRef(false);
  const shared = {
    className: `input ${isCode ? 'code' : ''}`,
    ...(placeholder === undefined ? {} : { placeholder }),
    onFocus: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      if (selectsAll && !selected.current) currentTarget.select();
      selected.current = true;
    },
  };
  return (
    <AriaTextField
      {...props}
      {...(onKeyDown ? { onKeyDown: passOnUnhandled(onKeyDown) } : {})}
      isInvalid={Boolean(error)}
      className="text-field"
      {...(isLabelHidden ? { 'aria-label': label } : {})}
    >
      {!isLabelHidden && <Label className="field-label">{label}</Label>}
      {lines === undefined ? <Input {...shared} /> : <TextArea {...shared} rows={lines} />}
      {description && (
        <Text slot="description" className="field-description">
          {description}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  );
}

/** React Aria stops every key for which there is a handler, unless the handler passes it on. The keys of an input method are its own. */
const passOnUnhandled =
  (handle: KeyHandler): KeyHandler =>
  (event) => {
    if (!isComposing(event.nativeEvent)) handle(event);
    if (!event.isDefaultPrevented()) event.continuePropagation();
  };
