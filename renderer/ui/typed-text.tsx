/**
 * Receives what is typed while a row has the focus, also from an input method or with dead keys. What is composed is shown over its text until it is
 * complete.
 */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { attachTextInput } from '../platform/edit-context.ts';
import { placeSuggestions, receiveText } from './receive-text.ts';
import './composed-text.css';

interface TypedTextProps {
  /** Contains the rows, but not this component, which reads it as soon as it is rendered. */
  readonly within: RefObject<HTMLElement | null>;
  /** A selector of the part of a row that contains its text. */
  readonly text: string;
  /** Whether an element within that gets the focus is a row that can be typed on; the same function in each rendering. */
  readonly isWritable: (element: HTMLElement) => boolean;
  /** What was typed on a row. The same function in each rendering. */
  readonly onType: (row: HTMLElement, typed: string) => void;
}

interface ComposedText {
  readonly text: string;
  readonly bounds: DOMRect;
}

export function TypedText({ within, text, isWritable, onType }: TypedTextProps) {
  const [composed, setComposed] = useState<ComposedText | null>(null);
  // An editor inside of a row can have the focus only if the row has no text input any more: with a layout effect, it ends before the editor appears.
  useLayoutEffect(() => {
    const { current: element } = within;
    if (!element) return;
    let detach = () => {};
    const attach = () => {
      detach();
      const row = document.activeElement;
      const canType = row instanceof HTMLElement && element.contains(row) && isWritable(row);
      detach = canType ? attachToRow(row, { text, show: setComposed, complete: (typed) => onType(row, typed) }) : () => {};
    };
    attach();
    element.addEventListener('focusin', attach);
    return () => {
      element.removeEventListener('focusin', attach);
      detach();
      setComposed(null);
    };
  }, [within, text, isWritable, onType]);
  if (!composed) return null;
  const { left, top, width, height } = composed.bounds;
  return (
    <p className="composed-text in-row" style={{ left, top, minWidth: width, minHeight: height }} aria-hidden>
      {composed.text}
    </p>
  );
}

interface RowReceiver {
  readonly text: string;
  readonly show: (composed: ComposedText | null) => void;
  readonly complete: (typed: string) => void;
}

const attachToRow = (row: HTMLElement, { text: part, show, complete }: RowReceiver): (() => void) =>
  attachTextInput(row, (input) => {
    const compose = (text: string) => {
      const bounds = (row.querySelector(part) ?? row).getBoundingClientRect();
      show(text === '' ? null : { text, bounds });
      placeSuggestions(input, bounds);
    };
    receiveText(input, { compose, complete });
  });
