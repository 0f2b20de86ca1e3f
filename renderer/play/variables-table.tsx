/** The variables as the play has them, each to be changed by hand: the choices follow at once. */
import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type PlayVariable, valueIn, variablesOf } from '../../shared/play/memory.ts';
import type { PlayState } from '../../shared/play/play.ts';
import type { Value } from '../../shared/play/values.ts';
import { IconButton } from '../ui/button.tsx';
import { Switch } from '../ui/switch.tsx';
import { playWords } from '../words/en/play.ts';
import { setValue } from './playing.ts';

/** More than that are found by typing a part of their name. */
const MOST = 60;

export function VariablesTable({ state }: { state: PlayState }) {
  const [part, setPart] = useState('');
  const all = variablesOf(state.project);
  const found = all.filter(({ name }) => name.toLowerCase().includes(part.trim().toLowerCase()));
  if (all.length === 0) return <p className="play-hint">{playWords.theStoryHasNoVariables}</p>;
  return (
    <>
      {all.length > 12 && (
        <input
          className="input"
          type="search"
          aria-label={playWords.findAVariable}
          placeholder={playWords.findAVariable}
          value={part}
          onChange={({ target }) => setPart(target.value)}
        />
      )}
      <ul className="play-values">
        {found.slice(0, MOST).map((variable) => (
          <VariableRow key={variable.id} variable={variable} value={valueIn(state.memory, variable)} />
        ))}
      </ul>
      {found.length > MOST && <p className="play-hint">{playWords.andMore(found.length - MOST)}</p>}
    </>
  );
}

function VariableRow({ variable, value }: { variable: PlayVariable; value: Value }) {
  const { id, name, type, initial } = variable;
  const isChanged = value !== initial;
  return (
    <li data-changed={isChanged || undefined}>
      <span className="play-value-name" title={name}>
        {name}
      </span>
      {type === 'boolean' && typeof value === 'boolean' ? (
        <Switch label={name} isSelected={value} onChange={(on) => setValue(id, on)} />
      ) : (
        <ValueField variable={variable} value={value} />
      )}
      <IconButton icon={RotateCcw} label={playWords.asAtTheStart(name)} isDisabled={!isChanged} onPress={() => setValue(id, null)} />
    </li>
  );
}

/** Takes effect when the writer is done with it. A script may have put a value of another type there: it is shown as it is. */
function ValueField({ variable: { id, name, type }, value }: { variable: PlayVariable; value: Value }) {
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const done = () => {
    const number = Number(text);
    const isNumber = type === 'integer' || type === 'float';
    if (text === String(value)) return;
    if (type === 'boolean') setValue(id, text.trim() === 'true');
    else if (!isNumber) setValue(id, text);
    else if (text.trim() === '' || !Number.isFinite(number)) setText(String(value));
    else setValue(id, type === 'integer' ? Math.round(number) : number);
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
