/** The filters of the translations table: which texts and which languages it shows. */

import { useEffect } from 'react';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { boardName } from '../../records/names/record-names.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { selectionStore } from '../../state/selection.ts';
import { createViewState, useViewState } from '../../state/view-state.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { componentsScope, statusFilters, type TranslationQuery } from './use-translation-table.ts';

const allScope = 'everywhere';
const statusFilterOptions = () => statusFilters.map((id) => ({ id, label: t(`translations.filters.${id}`) }));

/** All languages if there are few; otherwise the main language and the current one. */
const maxInitialLocales = 4;

const readLocales = () => openProjectStore.getState().project.projectRecord.locales;
const isosOf = (locales: readonly Locale[]): readonly string[] => locales.map(({ iso }) => iso);
const knownLanguages = createViewState('translations', () => isosOf(readLocales()));
const queryState = createViewState<TranslationQuery>('translations', () => ({
  status: 'all',
  scope: null,
  text: '',
  missingFirst: false,
  isos: initialLocales(readLocales()),
}));

export function useTranslationQuery(locales: readonly Locale[]): [TranslationQuery, (some: Partial<TranslationQuery>) => void] {
  const [query, set] = useViewState(queryState);
  const [known, setKnown] = useViewState(knownLanguages);
  // A language that was added is shown; a board or a language that was deleted hides nothing.
  useEffect(() => {
    const all = isosOf(locales);
    const added = all.filter((iso) => !known.includes(iso));
    const removed = known.filter((iso) => !all.includes(iso));
    if (added.length + removed.length === 0) return;
    setKnown(all);
    set((before) => {
      const isos = [...before.isos.filter((iso) => all.includes(iso)), ...added];
      return { ...before, isos: isos.length > 0 ? isos : initialLocales(locales) };
    });
  }, [locales, known, set, setKnown]);
  const isScopeDeleted = useProject((project) => query.scope !== null && query.scope !== componentsScope && !project.has(query.scope));
  useEffect(() => {
    if (isScopeDeleted) set((before) => ({ ...before, scope: null }));
  }, [isScopeDeleted, set]);
  return [query, (some) => set((before) => ({ ...before, ...some }))];
}

function initialLocales(locales: readonly Locale[]): readonly string[] {
  const isos = isosOf(locales);
  if (isos.length <= maxInitialLocales) return isos;
  const chosen = selectionStore.getState().locale;
  const main = locales.find(({ base }) => base === null)?.iso;
  return isos.filter((iso, at) => iso === main || iso === chosen || (chosen === null && at < 2));
}

interface TranslationFiltersProps {
  readonly query: TranslationQuery;
  readonly onChange: (some: Partial<TranslationQuery>) => void;
  readonly locales: readonly Locale[];
}

export function TranslationFilters({ query, onChange: ask, locales }: TranslationFiltersProps) {
  const ids = useProject(boardIds);
  const names = useProject((project) => boardIds(project).map((id) => boardName(project, id)));
  const places = [
    { id: allScope, label: t('translations.wholeStory') },
    ...ids.map((id, at) => ({ id, label: names[at] ?? '' })),
    { id: componentsScope, label: t('translations.components') },
  ];
  return (
    <div className="translation-filters">
      <TextField label={t('translations.find')} value={query.text} onChange={(text) => ask({ text: text })} />
      <Select
        label={t('translations.filterLabel')}
        options={statusFilterOptions()}
        value={query.status}
        onChange={(status) => ask({ status })}
      />
      <Select
        label={t('translations.boards')}
        options={places}
        value={query.scope ?? allScope}
        onChange={(where) => ask({ scope: where === allScope ? null : where })}
      />
      <Checkbox isSelected={query.missingFirst} onChange={(missingFirst) => ask({ missingFirst })}>
        {t('translations.missingFirst')}
      </Checkbox>
      {locales.length > 1 && (
        <fieldset className="translation-columns">
          <legend>{t('translations.columns')}</legend>
          {locales.map(({ iso, name }) => (
            <Checkbox
              key={iso}
              isSelected={query.isos.includes(iso)}
              isDisabled={query.isos.length === 1 && query.isos.includes(iso)}
              onChange={(on) => ask({ isos: on ? [...query.isos, iso] : query.isos.filter((each) => each !== iso) })}
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </div>
  );
}

const boardIds = (project: Project): readonly string[] =>
  [...project.recordsOfKind('board')].flatMap(({ id, type }) => (type === 'board' ? [id] : []));
