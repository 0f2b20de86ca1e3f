/** A branch: its conditions in order. The first that is true decides; `else` is for when none is. */
import { ArrowDown, ArrowUp, Plus, Split, Trash2 } from 'lucide-react';
import type { ConditionsInput } from '../../shared/commands.ts';
import { send } from '../actions/send.ts';
import { perform } from '../board/act.ts';
import { openProject, useList, useRecord } from '../state/open-project.ts';
import { conditionsOf, withElse, withElseIf, withMoved, withoutCondition, withScript } from './conditions.ts';
import { Panel, Part } from './panel.tsx';
import { change } from './save.ts';
import { ScriptField } from './script-field.tsx';
import { ThemeField } from './theme-field.tsx';

const words = { if: 'if', elseIf: 'else if', else: 'else' } as const;

export function BranchPanel({ id }: { id: string }) {
  const branch = useRecord('branch', id);
  const ids = useList(id, 'conditions');
  const last = useRecord('condition', ids.at(-1) ?? null);
  if (!branch) return null;
  const set = (make: (now: ConditionsInput) => ConditionsInput) =>
    void perform({ do: 'setConditions', id, conditions: make(conditionsOf(openProject.getState().project, id)) });
  return (
    <Panel title="Branch" Icon={Split}>
      <Part title="Conditions">
        <ol className="conditions">
          {ids.map((conditionId, at) => (
            <Condition key={conditionId} id={conditionId} at={at} set={set} />
          ))}
        </ol>
        <div className="buttons">
          <button type="button" className="text-button" onClick={() => set(withElseIf)}>
            <Plus size={13} aria-hidden="true" /> else if
          </button>
          {last?.role !== 'else' && (
            <button type="button" className="text-button" onClick={() => set(withElse)}>
              <Plus size={13} aria-hidden="true" /> else
            </button>
          )}
        </div>
      </Part>
      <ThemeField value={branch.theme} change={(theme) => change('branch', id, { theme })} />
    </Panel>
  );
}

function Condition({ id, at, set }: { id: string; at: number; set: (make: (now: ConditionsInput) => ConditionsInput) => void }) {
  const condition = useRecord('condition', id);
  const siblings = useList(condition?.branchId ?? null, 'conditions');
  const next = useRecord('condition', siblings[at + 1] ?? null);
  if (!condition) return null;
  const { role, branchId } = condition;
  const isMovable = role === 'elseIf';
  return (
    <li className="condition-edit">
      <div className="condition-head">
        <b>{words[role]}</b>
        <span className="row-tools">
          {isMovable && (
            <>
              <button
                type="button"
                className="quiet"
                aria-label="Move the condition up"
                disabled={at <= 1}
                onClick={() => set((now) => withMoved(now, id, -1))}
              >
                <ArrowUp size={13} />
              </button>
              <button
                type="button"
                className="quiet"
                aria-label="Move the condition down"
                disabled={next?.role !== 'elseIf'}
                onClick={() => set((now) => withMoved(now, id, 1))}
              >
                <ArrowDown size={13} />
              </button>
            </>
          )}
          {role !== 'if' && (
            <button
              type="button"
              className="quiet"
              aria-label={`Delete this ${words[role]}`}
              onClick={() => set((now) => withoutCondition(now, id))}
            >
              <Trash2 size={13} />
            </button>
          )}
        </span>
      </div>
      {role !== 'else' && (
        <ScriptField
          label={`Condition ${at + 1}`}
          name={`${id} script`}
          value={condition.script}
          save={(script) =>
            send({
              do: 'setConditions',
              id: branchId,
              conditions: withScript(conditionsOf(openProject.getState().project, branchId), id, script),
            })
          }
        />
      )}
    </li>
  );
}
