/** A text that holds more than the workspace takes: it can be read, not written; who types is told why, and can simplify it. */

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatAlternatives, t } from '../../messages/translate.ts';
import { clearFocusRequest } from '../../state/focus-request.ts';
import { returnToBoard } from '../../state/return-to-board.ts';
import { Button } from '../../ui/button.tsx';
import { RichTextView } from './rich-text-view.tsx';
import './unsupported-text.css';

export interface UnsupportedTextProps {
  readonly html: string;
  /** What of it is refused, in words. */
  readonly unsupported: readonly string[];
  readonly simplify: () => void;
  readonly labelledBy: string;
  /** The canvas asks for the keyboard. */
  readonly takesFocus: boolean;
}

export function UnsupportedText({ html, unsupported, simplify, labelledBy, takesFocus }: UnsupportedTextProps) {
  const why = useId();
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(0);
  useEffect(() => {
    if (!takesFocus) return;
    clearFocusRequest();
    box.current?.focus();
  }, [takesFocus]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') returnToBoard();
    const isWriting = (event.key.length === 1 || ['Backspace', 'Delete', 'Enter'].includes(event.key)) && !event.ctrlKey && !event.metaKey;
    if (!isWriting || event.altKey) return;
    event.preventDefault();
    setTyped(typed + 1);
  };
  return (
    <div className="simplify-first" data-refused={typed > 0 || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: it shows formatted text */}
      <div
        ref={box}
        className="rich-text locked"
        role="textbox"
        aria-readonly
        aria-multiline
        tabIndex={0}
        aria-labelledby={labelledBy}
        aria-describedby={why}
        onKeyDown={press}
      >
        <RichTextView html={html} />
      </div>
      {/* Said again at each key that is refused. */}
      <p id={why} key={typed} role={typed > 0 ? 'alert' : undefined}>
        {t('unsupportedFormatting.refused', { what: formatAlternatives(unsupported) })}
      </p>
      <div className="simplify-line">
        <Button onPress={simplify}>{t('unsupportedFormatting.simplify')}</Button>
        <span>{t('unsupportedFormatting.simplifyHint')}</span>
      </div>
    </div>
  );
}
