/** The current values of the variables. Editing a value updates the choices at once. */

import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { PlayState } from '../../../shared/play/play.ts';
import { listVariables, type PlayVariable, readVariable } from '../../../shared/play/play-memory.ts';
import { type PlainValue, toPlainValue } from '../../../shared/play/script-value.ts';
import { t } from '../../messages/translate.ts';
import { matchesName } from '../../records/search/match-options.ts';
import { IconButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useResettingState } from '../../ui/use-resetting-state.ts';
import { useWhenRemoved } from '../../ui/use-when-removed.ts';
import { setVariable } from './play-session.ts';

/** Further variables are found with the search field. */
const maxListed = 60;

export function VariablesTable({ state }: { state: PlayState }) {
  const [query, setQuery] = useState('');
  const all = listVariables(state.project);
  const found = all.filter(({ name }) => matchesName(name, query));
  if (all.length === 0) return <p className="play-hint">{t('play.noVariables')}</p>;
  return (
    <>
      {all.length > 12 && (
        <input
          className="input"
          type="search"
          aria-label={t('play.findVariable')}
          placeholder={t('play.findVariable')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      <ul className="play-values">
        {found.slice(0, maxListed).map((variable) => (
          <VariableRow key={variable.id} variable={variable} value={toPlainValue(readVariable(state.memory, variable, state.profile))} />
        ))}
      </ul>
      {found.length > maxListed && <p className="play-hint">{t('common.andMore', { count: found.length - maxListed })}</p>}
    </>
  );
}

function VariableRow({ variable, value }: { variable: PlayVariable; value: PlainValue }) {
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

/** Applies the value on blur or Enter, and when the pane closes or another search hides the variable. A script may have set a value of another type: it is shown unchanged. */
function VariableValueField({ variable: { id, name, type }, value }: { variable: PlayVariable; value: PlainValue }) {
  const [text, setText] = useResettingState(String(value), value);
  const apply = () => {
    const number = Number(text);
    const isNumber = type === 'integer' || type === 'float';
    if (text === String(value)) return;
    if (type === 'boolean') setVariable(id, text.trim() === 'true');
    else if (!isNumber) setVariable(id, text);
    else if (text.trim() === '' || !Number.isFinite(number)) setText(String(value));
    else setVariable(id, type === 'integer' ? Math.round(number) : number);
  };
  useWhenRemoved(apply);
  return (
    <input
      className="input"
      aria-label={name}
      value={text}
      spellCheck={false}
      onChange={({ target }) => setText(target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}
