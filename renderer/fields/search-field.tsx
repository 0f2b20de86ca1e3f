/** Chooses one record among many by typing a part of its name. */
import { ChevronDown } from 'lucide-react';
import { type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { Button, ComboBox, ComboBoxStateContext, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import type { Project } from '../../shared/project.ts';
import { openProject } from '../state/open-project.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { bestMatches, type Option } from './best-matches.ts';
import { focusTaken } from './focus.ts';

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string | null;
  readonly placeholder: string;
  readonly options: (project: Project) => Option[];
  readonly nameOf: (project: Project, id: string) => string;
  readonly choose: (id: string | null) => void;
  /** Each choice adds one: afterwards the field is empty and closed, and keeps the keyboard for the next. */
  readonly adds?: boolean;
  /** Whether it shall take the keyboard; its list stays closed until something is typed. */
  readonly wanted?: boolean;
}

export function SearchField({ label, value, placeholder, options, nameOf, choose, adds = false, wanted = false }: SearchFieldProps) {
  const { project } = openProject.getState();
  const name = value === null ? '' : nameOf(project, value) || inspectorWords.untitled;
  const [words, setWords] = useState<string | null>(null);
  const [all, setAll] = useState<Option[]>([]);
  const [added, setAdded] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (added > 0) input.current?.focus();
  }, [added]);
  useEffect(() => {
    if (!wanted) return;
    input.current?.focus();
    focusTaken();
  }, [wanted]);
  const found = bestMatches(all, words ?? '');
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
        choose(String(key));
        if (adds) setAdded((before) => before + 1);
      }}
      onFocusChange={(focused) => {
        if (focused) setAll(options(project));
        else {
          if (words === '') choose(null);
          setWords(null);
        }
      }}
      allowsEmptyCollection
      menuTrigger={added > 0 || wanted ? 'input' : 'focus'}
      allowsCustomValue
    >
      <Label className="unseen">{label}</Label>
      <div className="search-box">
        <Input ref={input} className="input" placeholder={placeholder} />
        <Button aria-label={inspectorWords.showAll(label)}>
          <ChevronDown size={14} />
        </Button>
      </div>
      <HangingList field={input}>
        <ListBox<Option> className="menu" renderEmptyState={() => <p className="faint">{inspectorWords.nothingHasThisName}</p>}>
          {(option) => (
            <ListBoxItem className="menu-item" id={option.id} textValue={option.name || inspectorWords.untitled}>
              <span className="menu-words">{option.name || inspectorWords.untitled}</span>
              {option.where !== '' && <small>{option.where}</small>}
            </ListBoxItem>
          )}
        </ListBox>
      </HangingList>
    </ComboBox>
  );
}

/**
 * Hangs on the field and goes along when the field is scrolled, which happens when the keyboard comes to it and when something is typed.
 * React Aria would close it. Scrolled out of sight it closes.
 */
function HangingList({ field, children }: { field: RefObject<HTMLElement | null>; children: ReactNode }) {
  const state = useContext(ComboBoxStateContext);
  const [scrolls, setScrolls] = useState(0);
  const closes = (isOpen: boolean) => {
    const { event } = window;
    if (isOpen) return;
    if (event?.type === 'scroll' && isInSight(field.current, event.target)) setScrolls(scrolls + 1);
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

function isInSight(element: Element | null, region: EventTarget | null): boolean {
  if (!element || !(region instanceof Element)) return true;
  const [{ top, bottom }, outer] = [element.getBoundingClientRect(), region.getBoundingClientRect()];
  return bottom > outer.top && top < outer.bottom;
}
