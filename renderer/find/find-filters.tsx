/** What a search is narrowed to, as a row of fields. */
import { FilterX } from 'lucide-react';
import { themes } from '../../shared/kinds/fields.ts';
import { variablesOf } from '../../shared/play/memory.ts';
import type { Project } from '../../shared/project.ts';
import { assetOptions } from '../assets/asset-search.ts';
import { nameOf } from '../board/use-words.ts';
import { componentOptions } from '../components/component-search.ts';
import type { Option } from '../inspector/best-matches.ts';
import { SearchField } from '../inspector/search-field.tsx';
import { useProject } from '../state/open-project.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { type Filters, isNarrowed, noFilters } from './filters.ts';
import { setFilters } from './find-state.ts';
import { kindGroups } from './parts.ts';

const kinds = [
  { id: 'all' as const, label: 'Everything' },
  ...(Object.keys(kindGroups) as (keyof typeof kindGroups)[]).map((id) => ({ id, label: kindGroups[id].label })),
];
const wheres = [
  { id: 'all', label: 'Names, texts, scripts' },
  { id: 'name', label: 'Names and titles' },
  { id: 'text', label: 'Texts' },
  { id: 'script', label: 'Scripts' },
] as const;
const themeNames = [{ id: 'all', label: 'Any theme' }, ...themes.map((id) => ({ id, label: spoken(id) }))];

function spoken(theme: string): string {
  const words = theme.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function FindFilters({ filters }: { filters: Filters }) {
  const locales = useProject((project) => project.root.locales);
  const main = useProject((project) => project.mainLocale);
  const languages = locales.map(({ iso, name }) => ({ id: iso, label: name }));
  return (
    <fieldset className="find-filters" aria-label="Narrow down">
      <Select label="Kind" isLabelHidden options={kinds} value={filters.kind} onChange={(kind) => setFilters({ kind })} />
      <Select label="Where" isLabelHidden options={wheres} value={filters.holds} onChange={(holds) => setFilters({ holds })} />
      <Select label="Theme" isLabelHidden options={themeNames} value={filters.theme} onChange={(theme) => setFilters({ theme })} />
      <SearchField
        label="Board"
        placeholder="Any board"
        value={filters.boardId}
        options={boardOptions}
        nameOf={nameOf}
        choose={(boardId) => setFilters({ boardId })}
      />
      <SearchField
        label="What uses"
        placeholder="Using…"
        value={filters.uses}
        options={useOptions}
        nameOf={usedName}
        choose={(uses) => setFilters({ uses })}
      />
      {locales.length > 1 && (
        <>
          <Select
            label="Language"
            isLabelHidden
            options={[{ id: 'all', label: 'Any language' }, ...languages]}
            value={filters.locale}
            onChange={(locale) => setFilters({ locale })}
          />
          <Select
            label="Missing translation"
            isLabelHidden
            options={[
              { id: 'none', label: 'Translated or not' },
              ...languages.filter(({ id }) => id !== main).map(({ id, label }) => ({ id, label: `Missing in ${label}` })),
            ]}
            value={filters.missing ?? 'none'}
            onChange={(iso) => setFilters({ missing: iso === 'none' ? null : iso })}
          />
        </>
      )}
      {isNarrowed(filters) && (
        <Button icon={FilterX} look="quiet" onPress={() => setFilters(noFilters)}>
          Everything again
        </Button>
      )}
    </fieldset>
  );
}

const boardOptions = (project: Project): Option[] =>
  [...project.all('board')].flatMap(({ id, type, name }) => (type === 'board' ? [{ id, name, where: '' }] : []));

const useOptions = (project: Project): Option[] => [
  ...componentOptions(project).map((option) => ({ ...option, where: option.where || 'Component' })),
  ...variablesOf(project).map(({ id, name }) => ({ id, name, where: 'Variable' })),
  ...assetOptions(project, ['image', 'audio', 'video']).map((option) => ({ ...option, where: option.where || 'Asset' })),
];

const usedName = (project: Project, id: string): string =>
  variablesOf(project).find((each) => each.id === id)?.name ?? project.find('asset', id)?.name ?? nameOf(project, id);
