/** Selects one record by typing a part of its name. */

import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { Button, ComboBox, ComboBoxStateContext, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { isComposing } from '../../platform/composition.ts';
import { countMatches, findBestMatches, type SearchOption } from '../../records/search/match-options.ts';
import { clearFocusRequest } from '../../state/focus-request.ts';
import { openProjectStore } from '../../state/open-project.ts';

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string | null;
  readonly placeholder: string;
  readonly options: (project: Project) => SearchOption[];
  readonly nameOf: (project: Project, id: string) => string;
  readonly onChoose: (id: string | null) => void;
  /** Enter completes the input with the highlighted match, or else with the best one. */
  readonly onEnter?: (id: string) => void;
  /** Every choice adds a record: afterwards the field is empty and closed, and keeps the focus for the next. */
  readonly addsOnChoose?: boolean;
  /** Whether it takes the focus. Its list stays closed until something is typed. */
  readonly focusRequested?: boolean;
}

export function SearchField({
  label,
  value,
  placeholder,
  options,
  nameOf,
  onChoose,
  onEnter,
  addsOnChoose = false,
  focusRequested = false,
}: SearchFieldProps) {
  const { project } = openProjectStore.getState();
  const name = value === null ? '' : nameOf(project, value) || t('common.untitled');
  const [query, setQuery] = useState<string | null>(null);
  const [all, setAll] = useState<SearchOption[]>([]);
  const [added, setAdded] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (added > 0) input.current?.focus();
  }, [added]);
  useEffect(() => {
    if (!focusRequested) return;
    input.current?.focus();
    clearFocusRequest();
  }, [focusRequested]);
  const found = findBestMatches(all, query ?? '');
  const more = countMatches(all, query ?? '') - found.length;
  return (
    <ComboBox
      key={added}
      className="search-field"
      items={found}
      inputValue={query ?? name}
      // React Aria also reports the name that it shows itself. Once something has been typed, the same text is input like any other.
      onInputChange={(typed) => setQuery((before) => (before === null && typed === name ? null : typed))}
      onOpenChange={(open) => open && setAll(options(project))}
      selectedKey={value}
      onSelectionChange={(key) => {
        setQuery(null);
        if (key === null) return;
        onChoose(String(key));
        if (addsOnChoose) setAdded((before) => before + 1);
      }}
      onFocusChange={(focused) => {
        if (focused) setAll(options(project));
        else {
          if (query === '' && value !== null) onChoose(null);
          setQuery(null);
        }
      }}
      allowsEmptyCollection
      menuTrigger={added > 0 || focusRequested ? 'input' : 'focus'}
      allowsCustomValue
    >
      <Label className="visually-hidden">{label}</Label>
      <SearchBox best={query ? found[0]?.id : undefined} onEnter={onEnter}>
        <Input ref={input} className="input" placeholder={placeholder} />
        <Button aria-label={t('inspector.showAll', { label })}>
          <ChevronDown size={14} />
        </Button>
      </SearchBox>
      <AnchoredList field={input}>
        <ListBox<SearchOption> className="menu" renderEmptyState={() => <p className="faint">{t('inspector.noMatch')}</p>}>
          {(option) => (
            <ListBoxItem className="menu-item" id={option.id} textValue={option.name || t('common.untitled')}>
              <span className="menu-label">{option.name || t('common.untitled')}</span>
              {option.where !== '' && <small>{option.where}</small>}
            </ListBoxItem>
          )}
        </ListBox>
        {more > 0 && <p className="menu-more">{t('common.andMore', { count: more })}</p>}
      </AnchoredList>
    </ComboBox>
  );
}

interface SearchBoxProps {
  /** The best match of what has been typed. */
  readonly best: string | undefined;
  readonly onEnter: ((id: string) => void) | undefined;
  readonly children: ReactNode;
}

/** Handles Enter before React Aria, which would ignore it while no option is highlighted. */
function SearchBox({ best, onEnter, children }: SearchBoxProps) {
  const state = useContext(ComboBoxStateContext);
  const handleKey = (event: KeyboardEvent) => {
    const highlighted = state?.isOpen ? state.selectionManager.focusedKey : null;
    const id = highlighted === null || highlighted === undefined ? best : String(highlighted);
    if (event.key !== 'Enter' || isComposing(event.nativeEvent) || !onEnter || id === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onEnter(id);
  };
  return (
    <div className="search-box" onKeyDownCapture={handleKey}>
      {children}
    </div>
  );
}

/**
 * Moves the list with its field while the user scrolls, which also happens when the field receives the focus or input. React Aria would close the
 * list instead. It closes when the field is scrolled out of view.
 */
function AnchoredList({ field, children }: { field: RefObject<HTMLElement | null>; children: ReactNode }) {
  const state = useContext(ComboBoxStateContext);
  const [scrolls, setScrolls] = useState(0);
  const closes = (isOpen: boolean) => {
    const { event } = window;
    if (isOpen) return;
    if (event?.type === 'scroll' && isInView(field.current, event.target)) setScrolls(scrolls + 1);
    else state?.close();
  };
  return (
    <Popover
      className="menu-popover search-list"
      offset={4}
      isOpen={state?.isOpen ?? false}
      onOpenChange={closes}
      // Any change of the offset makes React Aria compute the position again.
      containerPadding={12 + (scrolls % 2) / 100}
    >
      {children}
    </Popover>
  );
}

function isInView(element: Element | null, region: EventTarget | null): boolean {
  if (!element || !(region instanceof Element)) return true;
  const [{ top, bottom }, outer] = [element.getBoundingClientRect(), region.getBoundingClientRect()];
  return bottom > outer.top && top < outer.bottom;
}
