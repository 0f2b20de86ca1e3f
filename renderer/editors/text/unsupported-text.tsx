/** A text with formatting that the workspace does not support: read-only, until the user simplifies it. Typing explains why. */

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatAlternatives, t } from '../../messages/translate.ts';
import { focusBoard } from '../../state/board-view.ts';
import { clearFocusRequest } from '../../state/focus-request.ts';
import { Button } from '../../ui/button.tsx';
import { RichTextView } from './rich-text-view.tsx';
import './unsupported-text.css';

export interface UnsupportedTextProps {
  readonly html: string;
  /** Labels of the unsupported formatting. */
  readonly unsupported: readonly string[];
  readonly simplify: () => void;
  readonly labelledBy: string;
  /** Whether the canvas has requested the focus. */
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
    if (event.key === 'Escape') focusBoard();
    const isWriting = (event.key.length === 1 || ['Backspace', 'Delete', 'Enter'].includes(event.key)) && !event.ctrlKey && !event.metaKey;
    if (!isWriting || event.altKey) return;
    event.preventDefault();
    setTyped(typed + 1);
  };
  return (
    <div className="unsupported-text" data-refused={typed > 0 || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a textarea cannot show formatted text */}
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
      {/* A new key announces the text again at every rejected key press. */}
      <p id={why} key={typed} role={typed > 0 ? 'alert' : undefined}>
        {t('unsupportedFormatting.refused', { what: formatAlternatives(unsupported) })}
      </p>
      <div className="unsupported-text-actions">
        <Button onPress={simplify}>{t('unsupportedFormatting.simplify')}</Button>
        <span>{t('unsupportedFormatting.simplifyHint')}</span>
      </div>
    </div>
  );
}
