/** The script of a condition. What is wrong with it is told while it is typed; it is saved all the same: a story in the making may be wrong. */
import { parseCondition } from '../../shared/script/parse-content.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { textOfScript, withScriptText } from './script-text.ts';
import { useDraft } from './use-draft.ts';

export interface ScriptFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | null;
  readonly save: (script: string | null) => Promise<unknown>;
}

export function ScriptField({ label, name, value, save }: ScriptFieldProps) {
  const draft = useDraft({ name, value: value ?? '', save: (script) => save(script === '' ? null : script) });
  const parsed = draft.value.trim() === '' ? null : parseCondition(draft.value);
  const [fault] = parsed && !parsed.ok ? parsed.faults : [];
  const says = draft.fault ?? (fault ? inspectorWords.lineColumn(fault.line, fault.column, fault.message) : null);
  return (
    <div className="script-field" data-faulty={says !== null || undefined}>
      <textarea
        className="input code"
        rows={1}
        value={textOfScript(draft.value)}
        spellCheck={false}
        placeholder="score > 3"
        aria-label={label}
        aria-invalid={says !== null || undefined}
        onChange={({ target }) => draft.type(withScriptText(draft.value, target.value))}
        onBlur={draft.flush}
      />
      {says !== null && (
        <p className="fault" role="status">
          {says}
        </p>
      )}
    </div>
  );
}
