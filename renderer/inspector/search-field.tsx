/** Chooses one record among many by typing a part of its name. */
import { ChevronDown } from 'lucide-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { Button, ComboBox, ComboBoxStateContext, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import type { Project } from '../../shared/project.ts';
import { openProject } from '../state/open-project.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { bestMatches, type Option } from './best-matches.ts';

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string | null;
  readonly placeholder: string;
  readonly options: (project: Project) => Option[];
  readonly nameOf: (project: Project, id: string) => string;
  readonly choose: (id: string | null) => void;
  /** Each choice adds one: afterwards the field is empty and closed, and keeps the keyboard for the next. */
  readonly adds?: boolean;
}

export function SearchField({ label, value, placeholder, options, nameOf, choose, adds = false }: SearchFieldProps) {
  const { project } = openProject.getState();
  const name = value === null ? '' : nameOf(project, value) || inspectorWords.untitled;
  const [words, setWords] = useState<string | null>(null);
  const [all, setAll] = useState<Option[]>([]);
  const [added, setAdded] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (added > 0) input.current?.focus();
  }, [added]);
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
      menuTrigger="input"
      allowsCustomValue
    >
      {added === 0 && <OpensOnFocus />}
      <Label className="unseen">{label}</Label>
      <div className="search-box">
        <Input ref={input} className="input" placeholder={placeholder} />
        <Button aria-label={inspectorWords.showAll(label)}>
          <ChevronDown size={14} />
        </Button>
      </div>
      <Popover className="menu-popover search-list" offset={4}>
        <ListBox<Option> className="menu" renderEmptyState={() => <p className="faint">{inspectorWords.nothingHasThisName}</p>}>
          {(option) => (
            <ListBoxItem className="menu-item" id={option.id} textValue={option.name || inspectorWords.untitled}>
              <span className="menu-words">{option.name || inspectorWords.untitled}</span>
              {option.where !== '' && <small>{option.where}</small>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/**
 * A field that gets the keyboard shows its list. It is scrolled into view at the same time, and a list closes when what it hangs on is
 * scrolled: so the list comes in the next frame, when the scrolling has been told.
 */
function OpensOnFocus() {
  const state = useContext(ComboBoxStateContext);
  const isFocused = state?.isFocused ?? false;
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  useEffect(() => {
    if (!isFocused) return;
    const frame = requestAnimationFrame(() => latest.current?.open(latest.current.focusStrategy, 'focus'));
    return () => cancelAnimationFrame(frame);
  }, [isFocused]);
  return null;
}
