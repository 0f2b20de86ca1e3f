/** The variables: name, type, initial value and usages of each variable. */

import { useDeferredValue, useRef } from 'react';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { useVariableUsages } from '../../records/scripts/use-variable-usages.ts';
import { matchesName } from '../../records/search/match-options.ts';
import { useProject, useRecordList } from '../../state/open-project.ts';
import { createViewState, useViewState } from '../../state/view-state.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useFocusAfterMove } from '../../ui/use-focus-after-move.ts';
import { View } from '../../ui/view.tsx';
import { NewVariableForm } from './new-variable-form.tsx';
import { VariableRow } from './variable-row.tsx';
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
  const found = useProject((project) => filterVariables(project, ids, query));
  const uses = useVariableUsages();
  const rows = useRef<HTMLTableSectionElement>(null);
  const keepFocus = useFocusAfterMove(rows, ids);
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
            <tbody ref={rows}>
              {found.slice(0, maxRows).map((id) => (
                <VariableRow key={id} id={id} usages={uses} onBeforeMove={keepFocus} />
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

const filterVariables = (project: Project, ids: readonly string[], query: string): readonly string[] =>
  query.trim() === '' ? ids : ids.filter((id) => matchesName(project.find('variable', id)?.name ?? '', query));
