/** A text that holds more than the workspace takes: it can be read, not written; who types is told why, and can simplify it. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { eitherOf } from '../../shared/words/counts.ts';
import { RichWords } from '../board/rich-words.tsx';
import { focusTaken } from '../fields/focus.ts';
import { leaveToBoard } from '../fields/leave.ts';
import { Button } from '../ui/button.tsx';
import { dialectWords } from '../words/en/mirror.ts';
import './simplify-first.css';

export interface SimplifyFirstProps {
  readonly html: string;
  /** What of it is refused, in words. */
  readonly refused: readonly string[];
  readonly simplify: () => void;
  readonly labelledBy: string;
  /** The canvas asks for the keyboard. */
  readonly wanted: boolean;
}

export function SimplifyFirst({ html, refused, simplify, labelledBy, wanted }: SimplifyFirstProps) {
  const why = useId();
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(0);
  useEffect(() => {
    if (!wanted) return;
    focusTaken();
    box.current?.focus();
  }, [wanted]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leaveToBoard();
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
        <RichWords html={html} />
      </div>
      {/* Said again at each key that is refused. */}
      <p id={why} key={typed} role={typed > 0 ? 'alert' : undefined}>
        {dialectWords.refused(eitherOf(refused))}
      </p>
      <div className="simplify-line">
        <Button onPress={simplify}>{dialectWords.simplify}</Button>
        <span>{dialectWords.simplifySays}</span>
      </div>
    </div>
  );
}
