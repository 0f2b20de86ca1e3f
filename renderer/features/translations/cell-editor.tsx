/** A text of the table while it is written: it is saved as one step when the writer leaves it, and kept meanwhile. */

import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { RichTextControl } from '../../editors/text/rich-text-control.tsx';
import { SourceChangeNotice } from '../../editors/text/source-change-notice.tsx';
import { t } from '../../messages/translate.ts';
import { draftStore } from '../../state/draft-store.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { changeFieldsCommand } from '../../state/save-fields.ts';
import { sendCommand } from '../../state/send-command.ts';
import type { TextRow } from './text-rows.ts';

export interface CellEditorProps {
  readonly row: TextRow;
  readonly iso: string;
  readonly label: string;
  readonly text: LocalizedText;
  /** Where the keyboard goes afterwards; `none`: it has gone elsewhere already. */
  readonly done: (next: 'stay' | 'below' | 'after' | 'before' | 'none') => void;
}

export function CellEditor({ row, iso, label, text, done }: CellEditorProps) {
  const value = text[iso]?.text ?? null;
  const [typed, setTyped] = useState(value);
  const [isFaulty, setFaulty] = useState(false);
  const isOver = useRef(false);
  const id = useId();
  const { hash } = openProjectStore.getState();
  const name = `${row.id} ${row.field} ${iso}`;
  const type = (html: string | null) => {
    setTyped(html);
    if (hash !== null) draftStore.save(hash, name, html);
  };
  /** `right`: the same words are sent, too, since that says that they fit their source. */
  const end = async (next: Parameters<CellEditorProps['done']>[0], how: 'keeps' | 'drops' | 'right') => {
    if (isOver.current) return;
    isOver.current = true;
    try {
      if (how === 'right' || (how === 'keeps' && typed !== value))
        await sendCommand(changeFieldsCommand(row.kind, row.id, { [row.field]: { [iso]: { text: typed } } }));
      if (hash !== null) draftStore.discard(hash, name);
      done(next);
    } catch {
      // What is wrong has been told; the text stays to be mended.
      isOver.current = false;
      setFaulty(true);
    }
  };
  const press = (event: KeyboardEvent) => {
    // The list of mentions has these keys while it is open.
    if (event.target instanceof Element && event.target.hasAttribute('aria-activedescendant')) return;
    const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
    const isPlainEnter = event.key === 'Enter' && !isOnButton && (row.kind === 'component' || event.ctrlKey || event.metaKey);
    if (event.key === 'Escape') void end('stay', 'drops');
    else if (isPlainEnter) void end('below', 'keeps');
    else if (event.key === 'Tab' && isLeavingCell(event)) void end(event.shiftKey ? 'before' : 'after', 'keeps');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const left = (event: FocusEvent) => {
    const { relatedTarget } = event;
    if (relatedTarget instanceof Node && !event.currentTarget.contains(relatedTarget)) void end('none', 'keeps');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what leaves the editor inside
    <div className="cell-editor" onKeyDownCapture={press} onBlur={left}>
      <span className="unseen" id={`${id}-label`}>
        {label}
      </span>
      {row.kind === 'component' ? (
        <NameInput value={typed ?? ''} iso={iso} labelledBy={`${id}-label`} change={(text) => type(text === '' ? null : text)} />
      ) : (
        <RichTextControl
          id={row.id}
          name={name}
          html={typed}
          change={type}
          blur={() => {}}
          labelledBy={`${id}-label`}
          describedBy={`${id}-says`}
          placeholder={t('translations.write')}
          line={row.field !== 'content'}
          hasError={isFaulty}
          focusRequested
          lang={iso}
        />
      )}
      <SourceChangeNotice id={row.id} field={row.field} text={text} iso={iso} onConfirm={() => void end('below', 'right')} />
    </div>
  );
}

/** Tab goes from the buttons above into the text, and from there to what is said of its source, before it leaves the cell. */
function isLeavingCell({ target, shiftKey, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement) || target.closest('[role=toolbar]') !== null) return false;
  const said = currentTarget.querySelector('.source-change');
  return said === null || said.contains(target) !== shiftKey;
}

interface NameInputProps {
  readonly value: string;
  readonly iso: string;
  readonly labelledBy: string;
  readonly change: (text: string) => void;
}

function NameInput({ value, iso, labelledBy, change }: NameInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  return (
    <input
      ref={input}
      className="input"
      value={value}
      lang={iso}
      aria-labelledby={labelledBy}
      onChange={({ target }) => change(target.value)}
    />
  );
}
