/** Edits the markup of a text that the rich text editor cannot represent. Errors are shown while typing. */

import { useEffect, useRef, useState } from 'react';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { t } from '../../messages/translate.ts';
import { clearFocusRequest } from '../../state/focus-request.ts';

interface SourceEditorProps {
  readonly html: string | null;
  readonly change: (html: string | null) => void;
  readonly blur: () => void;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly focusRequested: boolean;
}

export function SourceEditor({ html, change, blur, labelledBy, describedBy, focusRequested }: SourceEditorProps) {
  const [text, setText] = useState(html ?? '');
  const [reported, setReported] = useState(html);
  // A value from outside replaces the text. A value that this editor reported itself arrives again and changes nothing.
  if (reported !== html) {
    setReported(html);
    setText(html ?? '');
  }
  const area = useRef<HTMLTextAreaElement>(null);
  const edit = (edited: string) => {
    setText(edited);
    if (!canonicalizeRichText(edited, 'story').ok) return;
    setReported(edited === '' ? null : edited);
    change(edited === '' ? null : edited);
  };
  const latestEdit = useRef(edit);
  latestEdit.current = edit;
  useEffect(() => {
    const field = area.current;
    if (!focusRequested || !field) return;
    const typed = clearFocusRequest();
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
    if (typed !== '') latestEdit.current(field.value + typed);
  }, [focusRequested]);
  const read = canonicalizeRichText(text, 'story');
  return (
    <div className="source-editor">
      <p className="hint">{t('inspector.unsupportedMarkup')}</p>
      <textarea
        ref={area}
        className="input code"
        rows={8}
        value={text}
        spellCheck={false}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={!read.ok || undefined}
        onChange={({ target }) => edit(target.value)}
        onBlur={blur}
      />
      {!read.ok && <p className="fault">{t('inspector.notSaved', { fault: read.error })}</p>}
    </div>
  );
}
