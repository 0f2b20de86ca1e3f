/** What a search is narrowed to, as a row of fields. */
import { FilterX } from 'lucide-react';
import { themes } from '../../shared/kinds/fields.ts';
import { variablesOf } from '../../shared/play/memory.ts';
import type { Project } from '../../shared/project.ts';
import { assetOptions } from '../assets/asset-search.ts';
import { componentOptions } from '../components/component-search.ts';
import type { Option } from '../fields/best-matches.ts';
import { SearchField } from '../fields/search-field.tsx';
import { useProject } from '../state/open-project.ts';
import { nameOf } from '../state/use-words.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { findWords } from '../words/en/find.ts';
import { type Filters, isNarrowed, noFilters } from './filters.ts';
import { setFilters } from './find-state.ts';
import { kindGroups } from './parts.ts';

const kinds = [
  { id: 'all' as const, label: findWords.everything },
  ...(Object.keys(kindGroups) as (keyof typeof kindGroups)[]).map((id) => ({ id, label: kindGroups[id].label })),
];
const wheres = [
  { id: 'all', label: findWords.namesTextsScripts },
  { id: 'name', label: findWords.namesAndTitles },
  { id: 'text', label: findWords.texts },
  { id: 'script', label: findWords.scripts },
] as const;
const themeNames = [{ id: 'all', label: findWords.anyTheme }, ...themes.map((id) => ({ id, label: spoken(id) }))];

function spoken(theme: string): string {
  const words = theme.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function FindFilters({ filters }: { filters: Filters }) {
  const locales = useProject((project) => project.root.locales);
  const main = useProject((project) => project.mainLocale);
  const languages = locales.map(({ iso, name }) => ({ id: iso, label: name }));
  return (
    <fieldset className="find-filters" aria-label={findWords.narrowDown}>
      <Select label={findWords.kind} isLabelHidden options={kinds} value={filters.kind} onChange={(kind) => setFilters({ kind })} />
      <Select label={findWords.where} isLabelHidden options={wheres} value={filters.holds} onChange={(holds) => setFilters({ holds })} />
      <Select
        label={findWords.theme}
        isLabelHidden
        options={themeNames}
        value={filters.theme}
        onChange={(theme) => setFilters({ theme })}
      />
      <SearchField
        label={findWords.board}
        placeholder={findWords.anyBoard}
        value={filters.boardId}
        options={boardOptions}
        nameOf={nameOf}
        choose={(boardId) => setFilters({ boardId })}
      />
      <SearchField
        label={findWords.whatUses}
        placeholder={findWords.using}
        value={filters.uses}
        options={useOptions}
        nameOf={usedName}
        choose={(uses) => setFilters({ uses })}
      />
      {locales.length > 1 && (
        <>
          <Select
            label={findWords.language}
            isLabelHidden
            options={[{ id: 'all', label: findWords.anyLanguage }, ...languages]}
            value={filters.locale}
            onChange={(locale) => setFilters({ locale })}
          />
          <Select
            label={findWords.missingTranslation}
            isLabelHidden
            options={[
              { id: 'none', label: findWords.translatedOrNot },
              ...languages.filter(({ id }) => id !== main).map(({ id, label }) => ({ id, label: findWords.missingIn(label) })),
            ]}
            value={filters.missing ?? 'none'}
            onChange={(iso) => setFilters({ missing: iso === 'none' ? null : iso })}
          />
        </>
      )}
      {isNarrowed(filters) && (
        <Button icon={FilterX} look="quiet" onPress={() => setFilters(noFilters)}>
          {findWords.everythingAgain}
        </Button>
      )}
    </fieldset>
  );
}

const boardOptions = (project: Project): Option[] =>
  [...project.all('board')].flatMap(({ id, type, name }) => (type === 'board' ? [{ id, name, where: '' }] : []));

const useOptions = (project: Project): Option[] => [
  ...componentOptions(project).map((option) => ({ ...option, where: option.where || findWords.component })),
  ...variablesOf(project).map(({ id, name }) => ({ id, name, where: findWords.variable })),
  ...assetOptions(project, ['image', 'audio', 'video']).map((option) => ({ ...option, where: option.where || findWords.asset })),
];

const usedName = (project: Project, id: string): string =>
  variablesOf(project).find((each) => each.id === id)?.name ?? project.find('asset', id)?.name ?? nameOf(project, id);
