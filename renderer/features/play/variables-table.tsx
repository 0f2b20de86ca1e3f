/** The variables as the play has them, each to be changed by hand: the choices follow at once. */

import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PlayState } from '../../../shared/play/play.ts';
import { listVariables, type PlayVariable, readVariable } from '../../../shared/play/play-memory.ts';
import type { ScriptValue } from '../../../shared/play/script-value.ts';
import { t } from '../../messages/translate.ts';
import { matchesName } from '../../records/search/match-options.ts';
import { IconButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { setVariable } from './play-session.ts';

/** More than that are found by typing a part of their name. */
const MAX_LISTED = 60;

export function VariablesTable({ state }: { state: PlayState }) {
  const [part, setPart] = useState('');
  const all = listVariables(state.project);
  const found = all.filter(({ name }) => matchesName(name, part));
  if (all.length === 0) return <p className="play-hint">{t('play.noVariables')}</p>;
  return (
    <>
      {all.length > 12 && (
        <input
          className="input"
          type="search"
          aria-label={t('play.findAVariable')}
          placeholder={t('play.findAVariable')}
          value={part}
          onChange={({ target }) => setPart(target.value)}
        />
      )}
      <ul className="play-values">
        {found.slice(0, MAX_LISTED).map((variable) => (
          <VariableRow key={variable.id} variable={variable} value={readVariable(state.memory, variable)} />
        ))}
      </ul>
      {found.length > MAX_LISTED && <p className="play-hint">{t('play.andMore', { count: found.length - MAX_LISTED })}</p>}
    </>
  );
}

function VariableRow({ variable, value }: { variable: PlayVariable; value: ScriptValue }) {
  const { id, name, type, initialValue } = variable;
  const isChanged = value !== initialValue;
  return (
    <li data-changed={isChanged || undefined}>
      <span className="play-value-name" title={name}>
        {name}
      </span>
      {type === 'boolean' && typeof value === 'boolean' ? (
        <Switch label={name} isSelected={value} onChange={(on) => setVariable(id, on)} />
      ) : (
        <VariableValueField variable={variable} value={value} />
      )}
      <IconButton
        icon={RotateCcw}
        label={t('play.resetVariable', { name })}
        isDisabled={!isChanged}
        onPress={() => setVariable(id, null)}
      />
    </li>
  );
}

/** Takes effect when the writer is done with it. A script may have put a value of another type there: it is shown as it is. */
function VariableValueField({ variable: { id, name, type }, value }: { variable: PlayVariable; value: ScriptValue }) {
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const done = () => {
    const number = Number(text);
    const isNumber = type === 'integer' || type === 'float';
    if (text === String(value)) return;
    if (type === 'boolean') setVariable(id, text.trim() === 'true');
    else if (!isNumber) setVariable(id, text);
    else if (text.trim() === '' || !Number.isFinite(number)) setText(String(value));
    else setVariable(id, type === 'integer' ? Math.round(number) : number);
  };
  return (
    <input
      className="input"
      aria-label={name}
      value={text}
      spellCheck={false}
      onChange={({ target }) => setText(target.value)}
      onBlur={done}
      onKeyDown={(event) => event.key === 'Enter' && done()}
    />
  );
}
