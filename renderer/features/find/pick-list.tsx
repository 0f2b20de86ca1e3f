/**
 * A search field with a list of results: the arrow keys select, Enter confirms, the focus stays in the field. Someone who types quickly presses
 * Enter before the results of the text are there: the confirmation then waits for them.
 */
import { Search } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useResettingState } from '../../ui/use-resetting-state.ts';

export interface PickListItem {
  readonly id: string;
  /** Items with the same heading are grouped under it. */
  readonly group: string;
  readonly content: ReactNode;
}

interface PickListProps {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  readonly items: readonly PickListItem[];
  /** Whether the items are not yet those of the query: they belong to an earlier text, or more may be found. */
  readonly isPending: boolean;
  readonly onPick: (id: string) => void;
  /** The item that is selected until another one is. */
  readonly current?: string | null;
  /** Whether the field takes the focus, with its text selected. */
  readonly isFocusRequested: boolean;
  readonly onFocused?: () => void;
  readonly inputActions?: ReactNode;
  readonly toolbar?: ReactNode;
  readonly footer?: ReactNode;
  readonly emptyState: ReactNode;
}

export function PickList({
  label,
  placeholder,
  query,
  onQueryChange,
  items,
  isPending,
  onPick,
  current = null,
  isFocusRequested,
  onFocused,
  inputActions,
  toolbar,
  footer,
  emptyState,
}: PickListProps) {
  // By id: the results of the text may arrive after a result of an earlier text was selected.
  const [active, setActive] = useResettingState<string | null>(null, JSON.stringify([query, current]));
  const [isConfirming, setConfirming] = useResettingState(false, query);
  const own = useId();
  const input = useRef<HTMLInputElement>(null);
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === (active ?? current)),
  );
  useEffect(() => {
    if (!isFocusRequested) return;
    input.current?.focus();
    input.current?.select();
    onFocused?.();
  }, [isFocusRequested, onFocused]);
  const activeItem = items[at];
  useEffect(() => {
    if (!isConfirming || isPending) return;
    setConfirming(false);
    if (activeItem) onPick(activeItem.id);
  });
  const handleKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step !== undefined) setActive(items[Math.max(0, Math.min(items.length - 1, at + step))]?.id ?? null);
    else if (event.key === 'Enter') setConfirming(true);
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
          aria-expanded={items.length > 0}
          aria-controls={`${own}-list`}
          aria-autocomplete="list"
          {...(items[at] ? { 'aria-activedescendant': `${own}-${at}` } : {})}
          placeholder={placeholder}
          value={query}
          onChange={({ target }) => onQueryChange(target.value)}
          onKeyDown={handleKeyDown}
          spellCheck={false}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the palette, or the panel, was opened to type into this field
          autoFocus={isFocusRequested}
        />
        {inputActions}
      </div>
      {toolbar}
      {items.length === 0 ? (
        emptyState
      ) : (
        <PickOptions listId={own} label={label} items={items} activeIndex={at} onActivate={setActive} onPick={onPick} />
      )}
      {footer}
    </>
  );
}

interface PickOptionsProps extends Pick<PickListProps, 'label' | 'items' | 'onPick'> {
  readonly listId: string;
  readonly activeIndex: number;
  readonly onActivate: (id: string) => void;
}

function PickOptions({ listId, label, items, activeIndex, onActivate, onPick }: PickOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${activeIndex}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);
  return (
    <div className="pick-list" id={`${listId}-list`} role="listbox" aria-label={label} ref={list}>
      {items.map(({ id, group, content }, index) => (
        <Fragment key={id}>
          {items[index - 1]?.group !== group && (
            <div className="pick-group" role="presentation">
              {group}
            </div>
          )}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and refers to the active option */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field confirms the active option */}
          <div
            id={`${listId}-${index}`}
            className="pick"
            role="option"
            aria-selected={index === activeIndex}
            data-at={index}
            onPointerMove={() => onActivate(id)}
            onClick={() => onPick(id)}
          >
            {content}
          </div>
        </Fragment>
      ))}
    </div>
  );
}
