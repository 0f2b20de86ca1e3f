/** Chooses one record among many by typing a part of its name. */

import { ChevronDown } from 'lucide-react';
import { type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { Button, ComboBox, ComboBoxStateContext, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { findBestMatches, type SearchOption } from '../../records/search/match-options.ts';
import { clearFocusRequest } from '../../state/focus-request.ts';
import { openProjectStore } from '../../state/open-project.ts';

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string | null;
  readonly placeholder: string;
  readonly options: (project: Project) => SearchOption[];
  readonly nameOf: (project: Project, id: string) => string;
  readonly onChoose: (id: string | null) => void;
  /** Each choice adds one: afterwards the field is empty and closed, and keeps the keyboard for the next. */
  readonly addsOnChoose?: boolean;
  /** Whether it shall take the keyboard; its list stays closed until something is typed. */
  readonly focusRequested?: boolean;
}

export function SearchField({
  label,
  value,
  placeholder,
  options,
  nameOf,
  onChoose,
  addsOnChoose = false,
  focusRequested = false,
}: SearchFieldProps) {
  const { project } = openProjectStore.getState();
  const name = value === null ? '' : nameOf(project, value) || t('inspector.untitled');
  const [words, setWords] = useState<string | null>(null);
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
  const found = findBestMatches(all, words ?? '');
  return (
    <ComboBox
      key={added}
      className="search-field"
      items={found}
      inputValue={words ?? name}
      onInputChange={(typed) => typed !== name && setWords(typed)}
      onOpenChange={(open) => open && setAll(options(project))}
      selectedKey={value}
      onSelectionChange={(key) => {
        setWords(null);
        if (key === null) return;
        onChoose(String(key));
        if (addsOnChoose) setAdded((before) => before + 1);
      }}
      onFocusChange={(focused) => {
        if (focused) setAll(options(project));
        else {
          if (words === '') onChoose(null);
          setWords(null);
        }
      }}
      allowsEmptyCollection
      menuTrigger={added > 0 || focusRequested ? 'input' : 'focus'}
      allowsCustomValue
    >
      <Label className="unseen">{label}</Label>
      <div className="search-box">
        <Input ref={input} className="input" placeholder={placeholder} />
        <Button aria-label={t('inspector.showAll', { label })}>
          <ChevronDown size={14} />
        </Button>
      </div>
      <AnchoredList field={input}>
        <ListBox<SearchOption> className="menu" renderEmptyState={() => <p className="faint">{t('inspector.noMatch')}</p>}>
          {(option) => (
            <ListBoxItem className="menu-item" id={option.id} textValue={option.name || t('inspector.untitled')}>
              <span className="menu-words">{option.name || t('inspector.untitled')}</span>
              {option.where !== '' && <small>{option.where}</small>}
            </ListBoxItem>
          )}
        </ListBox>
      </AnchoredList>
    </ComboBox>
  );
}

/**
 * Hangs on the field and goes along when the field is scrolled, which happens when the keyboard comes to it and when something is typed.
 * React Aria would close it. Scrolled out of sight it closes.
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
      // A change, however small, has it placed again.
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
