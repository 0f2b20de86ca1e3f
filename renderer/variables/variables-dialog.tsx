/** The table of the story's variables: what they are called, their type, what they begin with, and where scripts use them. */
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Project } from '../../shared/project.ts';
import { useScriptUses } from '../scripts/use-script-uses.ts';
import { useList, useProject } from '../state/open-project.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
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
    <Dialog title="Variables" onClose={close} width={820}>
      <div className="dialog-stack">
        <p>What scripts and conditions remember: each begins with its value when the story starts.</p>
        {ids.length > SEARCHED && (
          <TextField label="Find a variable" isLabelHidden placeholder="Find a variable" value={typed} onChange={setTyped} />
        )}
        {ids.length === 0 ? (
          <p className="no-variable">There is no variable yet. Scripts can use one as soon as it stands here.</p>
        ) : (
          <table className="variables">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Type</th>
                <th scope="col">Begins with</th>
                <th scope="col">Used</th>
                <th scope="col">
                  <span className="unseen">Order and more</span>
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
        {ids.length > 0 && found.length === 0 && <p className="field-description">No variable has this name.</p>}
        {found.length > MOST && <p className="field-description">and {found.length - MOST} more: type a part of the name to find one.</p>}
        <NewVariable />
      </div>
    </Dialog>
  );
}

const matching = (project: Project, ids: readonly string[], words: string): readonly string[] =>
  words === '' ? ids : ids.filter((id) => project.find('variable', id)?.name.toLowerCase().includes(words));
