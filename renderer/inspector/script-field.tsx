/** The script of a condition, saved while it is written: also a wrong one, since a story in the making may be wrong. */

import type { Saved } from '../fields/draft.ts';
import { LeftBehind } from '../fields/left-behind.tsx';
import { useDraft } from '../fields/use-draft.ts';
import { ScriptEditor } from '../script-editor/script-editor.tsx';

export interface ScriptFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | null;
  readonly save: (script: string | null) => Promise<Saved>;
  readonly wanted: boolean;
}

export function ScriptField({ label, name, value, save, wanted }: ScriptFieldProps) {
  const draft = useDraft({ name, value: value ?? '', save: (script) => save(script === '' ? null : script) });
  return (
    <div className="script-field">
      <ScriptEditor
        key={name}
        label={label}
        script={draft.value}
        change={draft.type}
        blur={draft.flush}
        isFaulty={draft.fault !== null}
        wanted={wanted}
      />
      <LeftBehind left={draft.left} />
      {draft.fault !== null && (
        <p className="fault" role="status">
          {draft.fault}
        </p>
      )}
    </div>
  );
}
