/** Edits the markup of a text that the rich text editor cannot represent. Errors are shown while typing. */

import { useState } from 'react';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { t } from '../../messages/translate.ts';

interface SourceEditorProps {
  readonly html: string | null;
  readonly change: (html: string | null) => void;
  readonly blur: () => void;
  readonly labelledBy: string;
  readonly describedBy: string;
}

export function SourceEditor({ html, change, blur, labelledBy, describedBy }: SourceEditorProps) {
  const [text, setText] = useState(html ?? '');
  const [reported, setReported] = useState(html);
  // A value from outside replaces the text. A value that this editor reported itself arrives again and changes nothing.
  if (reported !== html) {
    setReported(html);
    setText(html ?? '');
  }
  const read = canonicalizeRichText(text, 'story');
  return (
    <div className="source-editor">
      <p className="hint">{t('inspector.unsupportedMarkup')}</p>
      <textarea
        className="input code"
        rows={8}
        value={text}
        spellCheck={false}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={!read.ok || undefined}
        onChange={({ target }) => {
          setText(target.value);
          const now = canonicalizeRichText(target.value, 'story');
          if (!now.ok) return;
          setReported(target.value === '' ? null : target.value);
          change(target.value === '' ? null : target.value);
        }}
        onBlur={blur}
      />
      {!read.ok && <p className="fault">{t('inspector.notSaved', { fault: read.error })}</p>}
    </div>
  );
}
