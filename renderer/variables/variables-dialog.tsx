/** The table of the story's variables: what they are called, their type, what they begin with, and where scripts use them. */
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Project } from '../../shared/project.ts';
import { useScriptUses } from '../scripts/use-script-uses.ts';
import { useList, useProject } from '../state/open-project.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { commonWords } from '../words/en/common.ts';
import { variablesWords } from '../words/en/variables.ts';
import { NewVariable } from './new-variable.tsx';
import { VariableRow } from './variable-row.tsx';
import './variables.css';

/** More than anyone scrolls through; who wants another one types a part of its name. */
const MOST = 150;
/** From so many on one wants to search. */
const SEARCHED = 12;

export function VariablesDialog({ close }: { close: () => void }) {
  const ids = useList(null, 'variables');
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim().toLowerCase());
  const found = useProject((project) => matching(project, ids, words));
  const uses = useScriptUses();
  const rows = useRef<HTMLTableSectionElement>(null);
  const held = useRef<Element | null>(null);
  // What moves in the page loses the keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new order asks again
  useEffect(() => {
    const { current } = held;
    if (current instanceof HTMLElement && current.isConnected && rows.current?.contains(current)) current.focus();
    held.current = null;
  }, [ids]);
  return (
    <Dialog title={variablesWords.variables} onClose={close} width={820}>
      <div className="dialog-stack">
        <p>{variablesWords.whatScriptsAndConditions}</p>
        {ids.length > SEARCHED && (
          <TextField
            label={variablesWords.findAVariable}
            isLabelHidden
            placeholder={variablesWords.findAVariable}
            value={typed}
            onChange={setTyped}
          />
        )}
        {ids.length === 0 ? (
          <p className="no-variable">{variablesWords.thereIsNoVariable}</p>
        ) : (
          <table className="variables">
            <thead>
              <tr>
                <th scope="col">{commonWords.name}</th>
                <th scope="col">{variablesWords.type}</th>
                <th scope="col">{variablesWords.beginsWith}</th>
                <th scope="col">{variablesWords.used}</th>
                <th scope="col">
                  <span className="unseen">{variablesWords.orderAndMore}</span>
                </th>
              </tr>
            </thead>
            <tbody ref={rows}>
              {found.slice(0, MOST).map((id) => (
                <VariableRow key={id} id={id} uses={uses} close={close} moves={() => (held.current = document.activeElement)} />
              ))}
            </tbody>
          </table>
        )}
        {ids.length > 0 && found.length === 0 && <p className="field-description">{variablesWords.noVariableHasThis}</p>}
        {found.length > MOST && <p className="field-description">{variablesWords.andMoreTypeA(found.length - MOST)}</p>}
        <NewVariable isFirst={ids.length === 0} />
      </div>
    </Dialog>
  );
}

const matching = (project: Project, ids: readonly string[], words: string): readonly string[] =>
  words === '' ? ids : ids.filter((id) => project.find('variable', id)?.name.toLowerCase().includes(words));
