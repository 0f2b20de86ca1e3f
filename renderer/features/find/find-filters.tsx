/** The filters of a search, as a row of fields. */

import { FilterX } from 'lucide-react';
import { kindLabel } from '../../../shared/model/kind-messages.ts';
import { themes } from '../../../shared/model/kinds/field-schemas.ts';
import type { Project } from '../../../shared/model/project.ts';
import { listVariables } from '../../../shared/play/play-memory.ts';
import { SearchField } from '../../editors/fields/search-field.tsx';
import { t } from '../../messages/translate.ts';
import { recordName } from '../../records/names/record-names.ts';
import { themeLabels } from '../../records/names/theme-labels.ts';
import type { SearchOption } from '../../records/search/match-options.ts';
import { assetOptions, componentOptions } from '../../records/search/record-options.ts';
import { isKindGroup, kindGroups } from '../../records/search/searchable-texts.ts';
import { useProject } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { defaultFilters, findStore, hasActiveFilters, type SearchFilters, setFilters } from './find-state.ts';

const kindOptions = () => [
  { id: 'all' as const, label: t('find.filter.everything') },
  ...Object.keys(kindGroups)
    .filter(isKindGroup)
    .map((id) => ({ id, label: t(kindGroups[id].label) })),
];
const contentTypeOptions = () =>
  [
    { id: 'all', label: t('find.filter.scopes') },
    { id: 'name', label: t('find.namesAndTitles') },
    { id: 'text', label: t('find.texts') },
    { id: 'script', label: t('find.scripts') },
  ] as const;
const themeOptions = () => {
  const labels = themeLabels();
  return [{ id: 'all', label: t('find.filter.anyTheme') }, ...themes.map((id) => ({ id, label: labels[id] }))];
};

export function FindFilters({ filters }: { filters: SearchFilters }) {
  const locales = useProject((project) => project.projectRecord.locales);
  const main = useProject((project) => project.mainLocale);
  const languages = locales.map(({ iso, name }) => ({ id: iso, label: name }));
  return (
    <fieldset className="find-filters" aria-label={t('find.filter.label')}>
      <Select label={t('find.kind')} isLabelHidden options={kindOptions()} value={filters.kind} onChange={(kind) => setFilters({ kind })} />
      <Select
        label={t('find.where')}
        isLabelHidden
        options={contentTypeOptions()}
        value={filters.holds}
        onChange={(holds) => setFilters({ holds })}
      />
      <Select
        label={t('find.theme')}
        isLabelHidden
        options={themeOptions()}
        value={filters.theme}
        onChange={(theme) => setFilters({ theme })}
      />
      <SearchField
        label={t(kindLabel('board'))}
        placeholder={t('find.filter.anyBoard')}
        value={filters.boardId}
        options={boardOptions}
        nameOf={recordName}
        onChoose={(boardId) => setFilters({ boardId })}
      />
      <SearchField
        label={t('find.filter.usesLabel')}
        placeholder={t('find.filter.usesPlaceholder')}
        value={filters.uses}
        options={usageOptions}
        nameOf={usageName}
        onChoose={(uses) => setFilters({ uses })}
      />
      {locales.length > 1 && (
        <>
          <Select
            label={t('find.language')}
            isLabelHidden
            options={[{ id: 'all', label: t('find.filter.anyLanguage') }, ...languages]}
            value={filters.locale}
            onChange={(locale) => setFilters({ locale })}
          />
          <Select
            label={t('find.filter.missingTranslation')}
            isLabelHidden
            options={[
              { id: 'none', label: t('find.filter.anyTranslation') },
              ...languages.filter(({ id }) => id !== main).map(({ id, label }) => ({ id, label: t('find.filter.missingIn', { label }) })),
            ]}
            value={filters.missing ?? 'none'}
            onChange={(iso) => setFilters({ missing: iso === 'none' ? null : iso })}
          />
        </>
      )}
      {hasActiveFilters(filters) && (
        <Button icon={FilterX} variant="quiet" onPress={clearFilters}>
          {t('find.filter.clear')}
        </Button>
      )}
    </fieldset>
  );
}

const boardOptions = (project: Project): SearchOption[] =>
  [...project.recordsOfKind('board')].flatMap(({ id, type, name }) => (type === 'board' ? [{ id, name, where: '' }] : []));

const usageOptions = (project: Project): SearchOption[] => [
  ...componentOptions(project).map((option) => ({ ...option, where: option.where || t(kindLabel('component')) })),
  ...listVariables(project).map(({ id, name }) => ({ id, name, where: t(kindLabel('variable')) })),
  ...assetOptions(project, ['image', 'audio', 'video']).map((option) => ({ ...option, where: option.where || t(kindLabel('asset')) })),
];

const usageName = (project: Project, id: string): string =>
  listVariables(project).find((each) => each.id === id)?.name ?? project.find('asset', id)?.name ?? recordName(project, id);

/** The button disappears, so the focus goes to the field. */
const clearFilters = (): void => findStore.setState({ filters: defaultFilters, focusRequest: 'query' });
