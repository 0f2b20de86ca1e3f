/** A field with a list below it that it searches: arrows walk, Enter picks, the keyboard stays in the field. */
import { Search } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

export interface Pick {
  readonly id: string;
  /** The heading it stands under; those with the same one come together. */
  readonly group: string;
  readonly draw: ReactNode;
}

export interface PickListProps {
  readonly label: string;
  readonly placeholder: string;
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly picks: readonly Pick[];
  readonly pick: (id: string) => void;
  readonly beside?: ReactNode;
  readonly between?: ReactNode;
  readonly below?: ReactNode;
  readonly empty: ReactNode;
}

export function PickList({ label, placeholder, words, onWords, picks, pick, beside, between, below, empty }: PickListProps) {
  const [active, setActive] = useState(0);
  const own = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const at = Math.min(active, picks.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, other hits: the first one again
  useEffect(() => setActive(0), [words]);
  useEffect(() => input.current?.select(), []);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const press = (event: KeyboardEvent) => {
    const current = picks[at];
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step !== undefined) setActive(Math.max(0, Math.min(picks.length - 1, at + step)));
    else if (event.key === 'Enter' && current) pick(current.id);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="pick-head">
        <Search size={17} aria-hidden />
        <input
          ref={input}
          className="pick-input"
          role="combobox"
          aria-label={label}
          aria-expanded={picks.length > 0}
          aria-controls={`${own}-list`}
          aria-autocomplete="list"
          {...(picks[at] ? { 'aria-activedescendant': `${own}-${at}` } : {})}
          placeholder={placeholder}
          value={words}
          onChange={({ target }) => onWords(target.value)}
          onKeyDown={press}
          spellCheck={false}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: one opens it to type
          autoFocus
        />
        {beside}
      </div>
      {between}
      {picks.length === 0 ? (
        empty
      ) : (
        <div className="pick-list" id={`${own}-list`} role="listbox" aria-label={label} ref={list}>
          {picks.map(({ id, group, draw }, index) => (
            <Fragment key={id}>
              {picks[index - 1]?.group !== group && (
                <div className="pick-group" role="presentation">
                  {group}
                </div>
              )}
              {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active one */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field picks */}
              <div
                id={`${own}-${index}`}
                className="pick"
                role="option"
                aria-selected={index === at}
                data-at={index}
                onPointerMove={() => setActive(index)}
                onClick={() => pick(id)}
              >
                {draw}
              </div>
            </Fragment>
          ))}
        </div>
      )}
      {below}
    </>
  );
}
