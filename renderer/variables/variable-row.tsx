/** One variable in the table. Its name stays: scripts call it by that. */
import { ArrowDown, ArrowUp, History, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { VariableType } from '../../shared/variable-value.ts';
import { UseList } from '../assets/use-list.tsx';
import { NumberValue } from '../attributes/number-value.tsx';
import { perform } from '../board/act.ts';
import type { Saved } from '../fields/draft.ts';
import { saveChange } from '../fields/save.ts';
import { Shows } from '../fields/shows.tsx';
import { useDraft } from '../fields/use-draft.ts';
import { versionsEntry } from '../history/versions-entry.ts';
import { usersOf } from '../scripts/script-use-words.ts';
import type { ScriptUses } from '../scripts/script-uses.ts';
import { openProject, useProject, useRecord } from '../state/open-project.ts';
import { IconButton } from '../ui/button.tsx';
import { confirm, Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { commonWords } from '../words/en/common.ts';
import { historyWords } from '../words/en/history.ts';
import { variablesWords } from '../words/en/variables.ts';
import { retyped, variableTypes } from './variable-words.ts';

type Variable = StoryRecord<'variable'>;

interface VariableRowProps {
  readonly id: string;
  /** null while they are being counted. */
  readonly uses: ScriptUses | null;
  readonly close: () => void;
  /** Told before the order changes. */
  readonly moves: () => void;
}

export function VariableRow({ id, uses, close, moves }: VariableRowProps) {
  const variable = useRecord('variable', id);
  const at = useProject((project) => project.list(null, 'variables').indexOf(id));
  const count = useProject((project) => project.sizeOf(null, 'variables'));
  if (!variable) return null;
  const { name } = variable;
  const users = uses?.get(name)?.length ?? 0;
  const move = (to: number) => {
    if (to < 0 || to >= count) return;
    moves();
    void perform({ do: 'move', kind: 'variable', id, at: to });
  };
  const pressed = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    move(at + step);
  };
  return (
    <tr onKeyDownCapture={pressed} data-variable={name}>
      <th scope="row">
        <code title={name} data-field="variable.name">
          {name}
        </code>
      </th>
      <td>
        <Shows field="variable.type">
          <Select
            label={variablesWords.typeOf(name)}
            isLabelHidden
            options={variableTypes}
            value={variable.type}
            onChange={(type) => changeType(variable, type)}
          />
        </Shows>
      </td>
      <td>
        <Shows field="variable.value">
          <Value variable={variable} />
        </Shows>
      </td>
      <td>
        {uses === null ? (
          <span className="faint">…</span>
        ) : users === 0 ? (
          <span className="faint">{variablesWords.nowhere}</span>
        ) : (
          <button type="button" className="variable-uses" onClick={() => showUses(name, uses, close)}>
            {commonWords.counted.place(users)}
          </button>
        )}
      </td>
      <td className="variable-tools">
        <IconButton icon={ArrowUp} label={variablesWords.moveUp(name)} keys="Alt+↑" isDisabled={at === 0} onPress={() => move(at - 1)} />
        <IconButton
          icon={ArrowDown}
          label={variablesWords.moveDown(name)}
          keys="Alt+↓"
          isDisabled={at === count - 1}
          onPress={() => move(at + 1)}
        />
        <IconButton icon={History} label={historyWords.versionsOf(name)} onPress={() => void versionsEntry(id).run()} />
        <IconButton icon={Trash2} label={variablesWords.deleteIt(name)} onPress={() => remove(variable, uses, close)} />
      </td>
    </tr>
  );
}

function Value({ variable: { id, name, type, value } }: { variable: Variable }) {
  const label = variablesWords.valueOf(name);
  const save = (now: string | number | boolean) => saveChange('variable', id, { value: now });
  if (typeof value === 'boolean')
    return (
      <Switch label={label} isSelected={value} onChange={(on) => void save(on).catch(() => undefined)}>
        {value ? variablesWords.yes2 : variablesWords.no2}
      </Switch>
    );
  if (typeof value === 'number' && (type === 'integer' || type === 'float'))
    return <NumberValue key={type} label={label} name={`${id} ${type}`} type={type} value={value} save={save} />;
  return <TextValue id={id} label={label} value={String(value)} save={save} />;
}

function TextValue({ id, label, value, save }: { id: string; label: string; value: string; save: (value: string) => Promise<Saved> }) {
  const draft = useDraft({ name: `${id} text`, value, save });
  return (
    <input
      className="input"
      value={draft.value}
      placeholder={variablesWords.empty}
      aria-label={label}
      onChange={({ target }) => draft.type(target.value)}
      onBlur={draft.flush}
      onKeyDown={(event) => event.key === 'Enter' && draft.flush()}
    />
  );
}

/** Where the value cannot be kept, what becomes of it is said before. */
function changeType(variable: Variable, type: VariableType): void {
  if (type === variable.type) return;
  const { fields, lost } = retyped(variable.value, type);
  const run = () => saveChange('variable', variable.id, fields);
  if (lost === null) void run().catch(() => undefined);
  else
    confirm({
      title: variablesWords.changeTheTypeOf(variable.name),
      does: variablesWords.change,
      says: <p>{variablesWords.undoBringsItBack(lost)}</p>,
      run,
    });
}

function remove({ id, name }: Variable, uses: ScriptUses | null, close: () => void): void {
  const users = uses ? usersOf(openProject.getState().project, uses, name) : [];
  const run = () => perform({ do: 'remove', kind: 'variable', id });
  confirm({
    title: variablesWords.deleteTheVariable(name),
    does: commonWords.remove,
    says: (
      <div className="dialog-stack">
        {users.length === 0 ? (
          <p>{uses === null ? variablesWords.whereItIsUsed : variablesWords.noScriptUsesIt}</p>
        ) : (
          <>
            <p>{variablesWords.scriptsUseIt(users.length)}</p>
            <UseList uses={users} close={close} />
          </>
        )}
        <p className="field-description">{variablesWords.undoBringsItBack2}</p>
      </div>
    ),
    run,
  });
}

function showUses(name: string, uses: ScriptUses, close: () => void): void {
  showDialog((closeUses) => (
    <Dialog title={variablesWords.whereIsUsed(name)} onClose={closeUses} width={520}>
      <UseList
        uses={usersOf(openProject.getState().project, uses, name)}
        close={() => {
          closeUses();
          close();
        }}
      />
    </Dialog>
  ));
}
