/** A branch: its conditions in order. The first that is true decides; `else` is for when none is. */
import { ArrowDown, ArrowUp, Plus, Split, Trash2 } from 'lucide-react';
import type { ConditionsInput } from '../../shared/commands.ts';
import { perform } from '../board/act.ts';
import { Panel, Part } from '../fields/panel.tsx';
import { change } from '../fields/save.ts';
import { Shows } from '../fields/shows.tsx';
import { useWish } from '../fields/use-focus-wish.ts';
import { openProject, useList, useRecord } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { conditionsOf, withElse, withElseIf, withMoved, withoutCondition, withScript } from './conditions.ts';
import { LeadsTo } from './connection-ends.tsx';
import { PlaceFields } from './place-fields.tsx';
import { ScriptField } from './script-field.tsx';
import { ThemeField } from './theme-field.tsx';

const words = inspectorWords.roles;

export function BranchPanel({ id }: { id: string }) {
  const branch = useRecord('branch', id);
  const ids = useList(id, 'conditions');
  const last = useRecord('condition', ids.at(-1) ?? null);
  if (!branch) return null;
  const set = (make: (now: ConditionsInput) => ConditionsInput) =>
    void perform({ do: 'setConditions', id, conditions: make(conditionsOf(openProject.getState().project, id)) });
  return (
    <Panel title={inspectorWords.branch} Icon={Split}>
      <Part title={inspectorWords.conditions}>
        <ol className="conditions" data-field="condition.branchId">
          {ids.map((conditionId, at) => (
            <Condition key={conditionId} id={conditionId} at={at} boardId={branch.boardId} set={set} />
          ))}
        </ol>
        <div className="buttons">
          <button type="button" className="text-button" onClick={() => set(withElseIf)}>
            <Plus size={13} aria-hidden="true" /> {words.elseIf}
          </button>
          {last?.role !== 'else' && (
            <button
              type="button"
              className="text-button"
              onClick={({ currentTarget }) => {
                set(withElse);
                // This button goes: the keyboard stays beside it.
                if (currentTarget.previousElementSibling instanceof HTMLElement) currentTarget.previousElementSibling.focus();
              }}
            >
              <Plus size={13} aria-hidden="true" /> {words.else}
            </button>
          )}
        </div>
      </Part>
      <Shows field="branch.theme">
        <ThemeField value={branch.theme} change={(theme) => change('branch', id, { theme })} />
      </Shows>
      <PlaceFields item={branch} />
    </Panel>
  );
}

interface ConditionProps {
  readonly id: string;
  readonly at: number;
  readonly boardId: string;
  readonly set: (make: (now: ConditionsInput) => ConditionsInput) => void;
}

function Condition({ id, at, boardId, set }: ConditionProps) {
  const condition = useRecord('condition', id);
  const siblings = useList(condition?.branchId ?? null, 'conditions');
  const next = useRecord('condition', siblings[at + 1] ?? null);
  const wanted = useWish(condition?.branchId ?? '', at === 0 ? 'content' : undefined);
  if (!condition) return null;
  const { role, branchId } = condition;
  const isMovable = role === 'elseIf';
  return (
    <li className="condition-edit">
      <div className="condition-head">
        <b data-field="condition.role">{words[role]}</b>
        <span className="row-tools">
          {isMovable && (
            <>
              <button
                type="button"
                className="quiet"
                aria-label={inspectorWords.moveTheConditionUp}
                disabled={at <= 1}
                onClick={() => set((now) => withMoved(now, id, -1))}
              >
                <ArrowUp size={13} />
              </button>
              <button
                type="button"
                className="quiet"
                aria-label={inspectorWords.moveTheConditionDown}
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
              aria-label={inspectorWords.deleteThisRole[role]}
              onClick={() => set((now) => withoutCondition(now, id))}
            >
              <Trash2 size={13} />
            </button>
          )}
        </span>
      </div>
      {role !== 'else' && (
        <Shows field="condition.script">
          <ScriptField
            label={inspectorWords.condition(at + 1)}
            name={`${id} script`}
            value={condition.script}
            wanted={wanted}
            save={(script) =>
              send({
                do: 'setConditions',
                id: branchId,
                conditions: withScript(conditionsOf(openProject.getState().project, branchId), id, script),
              })
            }
          />
        </Shows>
      )}
      <LeadsTo conditionId={id} boardId={boardId} label={inspectorWords.leads.of(`${words[role]} (${at + 1})`)} />
    </li>
  );
}
