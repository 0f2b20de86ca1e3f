/** Edits the markup of a text that the rich text editor cannot represent. Errors are shown while typing. */

import { useEffect, useRef } from 'react';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { t } from '../../messages/translate.ts';
import { clearFocusRequest } from '../../state/focus-request.ts';

interface SourceEditorProps {
  readonly html: string | null;
  readonly change: (html: string | null) => void;
  readonly blur: () => void;
  readonly labelledBy: string;
  readonly describedBy: string;
  /** Whether the field reports that the text could not be saved. */
  readonly hasError: boolean;
  readonly focusRequested: boolean;
}

export function SourceEditor({ html, change, blur, labelledBy, describedBy, hasError, focusRequested }: SourceEditorProps) {
  const text = html ?? '';
  const area = useRef<HTMLTextAreaElement>(null);
  /** Markup with an error is a draft like any other text: what saves it rejects it. */
  const edit = (edited: string) => change(edited === '' ? null : edited);
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
        aria-invalid={!read.ok || hasError || undefined}
        onChange={({ target }) => edit(target.value)}
        onBlur={blur}
      />
      {!read.ok && !hasError && <p className="fault">{t('inspector.notSaved', { fault: read.error })}</p>}
    </div>
  );
}
