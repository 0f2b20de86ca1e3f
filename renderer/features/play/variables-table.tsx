/** The current values of the variables. Editing a value updates the choices at once. */
import { RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import type { PlayState } from '../../../shared/play/play.ts';
import { listVariables, type PlayVariable, readVariable } from '../../../shared/play/play-memory.ts';
import { type PlainValue, toPlainValue } from '../../../shared/play/script-value.ts';
import { NumberField } from '../../editors/fields/number-field.tsx';
import { type NumberType, parseNumber, useTypedNumber } from '../../editors/fields/typed-number.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { isEnter } from '../../platform/composition.ts';
import { recordName } from '../../records/names/record-names.ts';
import { matchesName } from '../../records/search/match-options.ts';
import { IconButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useResettingState } from '../../ui/use-resetting-state.ts';
import { useWhenRemoved } from '../../ui/use-when-removed.ts';
import { setVariable, setVisitCount } from './play-session.ts';

/** Further variables are found with the search field. */
const maxVariables = 60;

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
        {found.slice(0, maxVariables).map((variable) => (
          <VariableRow key={variable.id} variable={variable} value={toPlainValue(readVariable(state.memory, variable, state.profile))} />
        ))}
      </ul>
      {found.length > maxVariables && <p className="play-hint">{t('common.andMore', { count: found.length - maxVariables })}</p>}
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
function VariableValueField({ variable, value }: { variable: PlayVariable; value: PlainValue }) {
  const { type } = variable;
  return (type === 'integer' || type === 'float') && typeof value === 'number' ? (
    <NumberVariableField variable={variable} type={type} value={value} />
  ) : (
    <TextVariableField variable={variable} value={value} />
  );
}

function NumberVariableField({ variable: { id, name }, type, value }: { variable: PlayVariable; type: NumberType; value: number }) {
  const { text, fault, type: setText, leave } = useTypedNumber({ value, type, save: (number) => setVariable(id, number) });
  return (
    <ValueInput
      name={name}
      inputMode={type === 'integer' ? 'numeric' : 'decimal'}
      text={text}
      fault={fault}
      onChange={setText}
      onLeave={leave}
    />
  );
}

function TextVariableField({ variable: { id, name, type }, value }: { variable: PlayVariable; value: PlainValue }) {
  const shown = String(value);
  const [text, setText] = useResettingState(shown, value);
  const isNumber = type === 'integer' || type === 'float';
  const { number, error } = isNumber ? parseNumber(text, type) : {};
  const isTyped = text !== shown;
  const apply = () => {
    if (!isTyped) return;
    if (type === 'boolean') setVariable(id, text.trim() === 'true');
    else if (!isNumber) setVariable(id, text);
    else if (number === undefined) setText(shown);
    else setVariable(id, number);
  };
  useWhenRemoved(apply);
  return <ValueInput name={name} text={text} fault={(isTyped && error) || null} onChange={setText} onLeave={apply} />;
}

interface ValueInputProps {
  readonly name: string;
  readonly inputMode?: 'numeric' | 'decimal';
  readonly text: string;
  readonly fault: string | null;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
}

function ValueInput({ name, inputMode, text, fault, onChange, onLeave }: ValueInputProps) {
  const faultId = useId();
  return (
    <span>
      <input
        className="input"
        inputMode={inputMode}
        aria-label={name}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : faultId}
        value={text}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onLeave}
        onKeyDown={(event) => isEnter(event) && onLeave()}
      />
      {fault !== null && (
        <span className="fault" id={faultId} role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}

const maxVisits = 100;

/** How often each element was entered; the counts can be changed by hand. */
export function VisitsTable({ state }: { state: PlayState }) {
  const visits = [...state.memory.visits].filter(([id, count]) => count > 0 && state.project.find('element', id)).reverse();
  if (visits.length === 0) return <p className="play-hint">{t('play.noVisits')}</p>;
  return (
    <>
      <ul className="play-values">
        {visits.slice(0, maxVisits).map(([id, count]) => {
          const name = recordName(state.project, id) || t('common.untitled');
          return (
            <li key={id}>
              <button type="button" className="link-button play-value-name" onClick={() => goToRecord({ id })}>
                {name}
              </button>
              <NumberField
                label={t('play.visitsOf', { name })}
                type="integer"
                value={count}
                min={0}
                max={1_000_000}
                save={(number) => setVisitCount(id, number ?? 0)}
              />
            </li>
          );
        })}
      </ul>
      {visits.length > maxVisits && <p className="play-hint">{t('common.andMore', { count: visits.length - maxVisits })}</p>}
    </>
  );
}
