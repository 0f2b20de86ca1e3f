/**
 * A search field with a list of results: the arrow keys select, Enter confirms, the focus stays in the field. Someone who types quickly presses
 * these keys before the results of the text are there: they then wait for them, in their order.
 */
import { Search } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { isComposing } from '../../platform/composition.ts';
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
  /** Whether the items are not yet those of the query. */
  readonly isOutdated: boolean;
  /** Whether more may be found. Enter without a selection waits for it, because the first item may be another one then. */
  readonly isIncomplete: boolean;
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
  isOutdated,
  isIncomplete,
  onPick,
  current = null,
  isFocusRequested,
  onFocused,
  inputActions,
  toolbar,
  footer,
  emptyState,
}: PickListProps) {
  // By id: more results may arrive after one was selected.
  const [active, setActive] = useResettingState<string | null>(null, JSON.stringify([query, current]));
  const [waitingKeys, setWaitingKeys] = useResettingState<readonly string[]>([], query);
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
  useEffect(() => {
    const [key, ...laterKeys] = waitingKeys;
    if (key === undefined || isOutdated || (key === 'Enter' && isIncomplete && active === null)) return;
    setWaitingKeys(laterKeys);
    const picked = items[Math.max(0, Math.min(items.length - 1, at + (selectionSteps[key] ?? 0)))];
    if (key !== 'Enter') setActive(picked?.id ?? null);
    else if (picked) onPick(picked.id);
  });
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || (event.key !== 'Enter' && selectionSteps[event.key] === undefined)) return;
    event.preventDefault();
    setWaitingKeys([...waitingKeys, event.key]);
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
        <PickOptions
          listId={own}
          label={label}
          items={items}
          isOutdated={isOutdated}
          activeIndex={at}
          onActivate={setActive}
          onPick={onPick}
        />
      )}
      {footer}
    </>
  );
}

/** How far a key moves the selection. */
const selectionSteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

interface PickOptionsProps extends Pick<PickListProps, 'label' | 'items' | 'isOutdated' | 'onPick'> {
  readonly listId: string;
  readonly activeIndex: number;
  readonly onActivate: (id: string) => void;
}

function PickOptions({ listId, label, items, isOutdated, activeIndex, onActivate, onPick }: PickOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${activeIndex}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);
  return (
    <div className="pick-list" id={`${listId}-list`} role="listbox" aria-label={label} aria-busy={isOutdated} ref={list}>
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
            // Also sent where the list moves below a pointer that rests.
            onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && onActivate(id)}
            onClick={() => onPick(id)}
          >
            {content}
          </div>
        </Fragment>
      ))}
    </div>
  );
}
