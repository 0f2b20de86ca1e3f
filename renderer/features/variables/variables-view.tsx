/** The variables: name, type, initial value and usages of each variable. */

import { Plus } from 'lucide-react';
import { type SubmitEvent, useDeferredValue, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Project } from '../../../shared/model/project.ts';
import { initialValueOf, type VariableType } from '../../../shared/model/variable-value.ts';
import { t } from '../../messages/translate.ts';
import { variableNameError } from '../../records/scripts/script-names.ts';
import { useVariableUsages } from '../../records/scripts/variable-usages.ts';
import { matchesName } from '../../records/search/match-options.ts';
import { focusRequest } from '../../state/focus-request.ts';
import { createFormValues } from '../../state/form-values.ts';
import { openProjectStore, useProject, useRecordList } from '../../state/open-project.ts';
import { recordKey } from '../../state/renamed-records.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { createViewState, useViewState } from '../../state/view-state.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { View } from '../../ui/view.tsx';
import { VariableRow, variableTypeOptions } from './variable-row.tsx';
import './variables.css';

/** Further variables are found with the search field. */
const maxRows = 150;
/** The search field is shown for more variables than this. */
const searchThreshold = 12;

const searchText = createViewState('variables', () => '');

export function VariablesView() {
  const ids = useRecordList(null, 'variables');
  const [typed, setTyped] = useViewState(searchText);
  const query = useDeferredValue(typed);
  useRevealRequested(ids, setTyped);
  const found = useProject((project) => filterVariables(project, ids, query));
  const uses = useVariableUsages();
  return (
    <View title={t('variables.variables')} maxWidth={960}>
      <div className="dialog-stack variables-view">
        <p className="view-intro">{t('variables.hint')}</p>
        {ids.length > searchThreshold && (
          <TextField label={t('variables.find')} isLabelHidden placeholder={t('variables.find')} value={typed} onChange={setTyped} />
        )}
        {ids.length === 0 ? (
          <p className="no-variable">{t('variables.none')}</p>
        ) : (
          <table className="variables">
            <thead>
              <tr>
                <th scope="col">{t('common.name')}</th>
                <th scope="col">{t('variables.type')}</th>
                <th scope="col">{t('variables.initialValue')}</th>
                <th scope="col">{t('variables.used')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('variables.actionsColumn')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, maxRows).map((id) => (
                <VariableRow key={recordKey(id)} id={id} usages={uses} />
              ))}
            </tbody>
          </table>
        )}
        {ids.length > 0 && found.length === 0 && <p className="field-description">{t('variables.noMatch')}</p>}
        {found.length > maxRows && <p className="field-description">{t('variables.more', { count: found.length - maxRows })}</p>}
        <NewVariableForm isFirst={ids.length === 0} />
      </div>
    </View>
  );
}

/** The row that is to get the focus must be listed: without a search, or, where it is too far down, with its name. */
function useRevealRequested(ids: readonly string[], setQuery: (query: string) => void): void {
  const requested = useStore(focusRequest, ({ request }) => (request?.field === 'row' ? request.id : null));
  const set = useRef(setQuery);
  set.current = setQuery;
  useEffect(() => {
    const at = requested === null ? -1 : ids.indexOf(requested);
    if (at < 0) return;
    const name = openProjectStore.getState().project.find('variable', requested ?? '')?.name ?? '';
    set.current(at < maxRows ? '' : name);
  }, [requested, ids]);
}

const filterVariables = (project: Project, ids: readonly string[], query: string): readonly string[] =>
  query.trim() === '' ? ids : ids.filter((id) => matchesName(project.find('variable', id)?.name ?? '', query));

interface NewVariable {
  readonly typed: string;
  readonly type: VariableType;
}

const newVariable = createFormValues<NewVariable>({ typed: '', type: 'boolean' });
const setTyped = (typed: string): void => newVariable.change((before) => ({ ...before, typed }));

/**
 * The form below the table that adds a variable. Its name is validated while typing. `isFirst`: there are no variables yet, so the form
 * takes the focus.
 */
function NewVariableForm({ isFirst }: { isFirst: boolean }) {
  const { typed, type } = newVariable.use();
  const name = typed.trim();
  const error = useProject((project) => variableNameError(project, null, name));
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    if (error !== null) return;
    setTyped('');
    const isAdded = await sendOrShowError({ do: 'create', kind: 'variable', fields: { name, type, value: initialValueOf(type) } });
    // A rejected name returns to the field, unless the next one was typed there.
    if (!isAdded) newVariable.change((next) => (next.typed === '' ? { ...next, typed: name } : next));
  };
  return (
    <form className="new-variable" onSubmit={(event) => void add(event)}>
      <TextField
        label={t('variables.newVariable')}
        value={typed}
        onChange={setTyped}
        placeholder={t('variables.namePlaceholder')}
        isCode
        autoFocus={isFirst}
        error={name === '' ? null : error}
      />
      <Select
        label={t('variables.type')}
        options={variableTypeOptions()}
        value={type}
        onChange={(to) => newVariable.change((before) => ({ ...before, type: to }))}
      />
      <Button icon={Plus} type="submit" isDisabled={error !== null}>
        {t('common.add')}
      </Button>
    </form>
  );
}
