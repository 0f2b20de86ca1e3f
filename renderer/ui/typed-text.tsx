/**
 * Receives what is typed while a row or cell has the focus, also from an input method or with dead keys. What is composed is shown over its text until
 * it is complete.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { attachTextInput } from '../platform/edit-context.ts';
import { placeSuggestions, receiveText } from './receive-text.ts';
import './composed-text.css';

interface TypedTextProps {
  readonly within: RefObject<HTMLElement | null>;
  /** A selector of the rows or cells. */
  readonly rows: string;
  /** A selector of the part of a row that contains its text. */
  readonly text?: string;
  readonly isWritable: boolean;
  readonly onType: (typed: string) => void;
}

interface ComposedText {
  readonly text: string;
  readonly bounds: DOMRect;
}

export function TypedText({ within, rows, text = rows, isWritable, onType }: TypedTextProps) {
  const [composed, setComposed] = useState<ComposedText | null>(null);
  const latestOnType = useRef(onType);
  latestOnType.current = onType;
  useEffect(() => {
    const { current: element } = within;
    if (!element || !isWritable) return;
    let detach = () => {};
    const attach = () => {
      detach();
      const row = document.activeElement;
      const canType = row instanceof HTMLElement && row.matches(rows) && element.contains(row);
      detach = canType ? attachToRow(row, { text, show: setComposed, complete: (typed) => latestOnType.current(typed) }) : () => {};
    };
    attach();
    element.addEventListener('focusin', attach);
    return () => {
      element.removeEventListener('focusin', attach);
      detach();
      setComposed(null);
    };
  }, [within, rows, text, isWritable]);
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
