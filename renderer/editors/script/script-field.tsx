/** The script of a condition, saved while the user types, even with errors, because a story in progress may contain some. */

import { type SaveResult, useDraft } from '../fields/draft.ts';
import { DraftNotices } from '../fields/field.tsx';
import { ScriptEditor } from './script-editor.tsx';

interface ScriptFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | null;
  readonly save: (script: string | null) => Promise<SaveResult>;
  readonly focusRequested: boolean;
}

export function ScriptField({ label, name, value, save, focusRequested }: ScriptFieldProps) {
  const draft = useDraft({ name, value: value ?? '', save: (script) => save(script === '' ? null : script) });
  return (
    <div className="script-field">
      <ScriptEditor
        key={draft.key}
        label={label}
        script={draft.value}
        change={draft.type}
        blur={draft.flush}
        hasError={draft.error !== null}
        focusRequested={focusRequested}
      />
      <DraftNotices draft={draft} />
    </div>
  );
}
