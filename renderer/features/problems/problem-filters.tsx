/** What the list of problems shows and how it is grouped. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StoryProblems } from '../../../shared/contracts/findings.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { boardName } from '../../records/names/record-names.ts';
import { setCheckedPlugin, useCheckedPlugin } from '../../records/problems/problems-store.ts';
import { onProjectChange, useProject } from '../../state/open-project.ts';
import { usePluginChoices } from '../../state/plugin-choices.ts';
import { Select } from '../../ui/select.tsx';
import { boardOfFinding, noBoardId, type ProblemFilters, ruleLabel } from './problem-tree.ts';

const allId = 'all';
/** The id of the option without a plugin. It contains a space, as no key of one does. */
const noEngineId = 'no engine';
const severities = ['error', 'warning', 'hint'] as const;

export const problemFiltersStore = createStore<ProblemFilters>(() => ({ groupBy: 'rule', severity: null, rule: null, boardId: null }));

/** The chosen board belongs to the project. */
onProjectChange(() => problemFiltersStore.setState({ boardId: null }));

export function ProblemFilterFields({ problems }: { problems: StoryProblems }) {
  const { groupBy, severity, rule, boardId } = useStore(problemFiltersStore);
  const set = (some: Partial<ProblemFilters>) => problemFiltersStore.setState(some);
  const rules = [...new Set([...problems.groups.map((group) => group.rule), ...(rule === null ? [] : [rule])])];
  return (
    <div className="problem-filters">
      <Select
        label={t('problems.filters.kind')}
        isLabelHidden
        isQuiet
        options={[{ id: allId, label: t('problems.filters.allKinds') }, ...rules.map((id) => ({ id, label: ruleLabel(id) }))]}
        value={rule ?? allId}
        onChange={(id) => set({ rule: id === allId ? null : id })}
      />
      <Select
        label={t('problems.filters.severity')}
        isLabelHidden
        isQuiet
        options={[
          { id: allId, label: t('problems.filters.allSeverities') },
          ...severities.map((id) => ({ id, label: t(`problems.filters.severities.${id}`) })),
        ]}
        value={severity ?? allId}
        onChange={(id) => set({ severity: severities.find((each) => each === id) ?? null })}
      />
      <BoardFilter problems={problems} boardId={boardId} onChange={(id) => set({ boardId: id })} />
      <EngineFilter />
      <Select
        label={t('problems.filters.groupBy')}
        isLabelHidden
        isQuiet
        options={[
          { id: 'rule', label: t('problems.filters.byKind') },
          { id: 'board', label: t('problems.filters.byBoard') },
        ]}
        value={groupBy}
        onChange={(id) => set({ groupBy: id })}
      />
    </div>
  );
}

interface BoardFilterProps {
  readonly problems: StoryProblems;
  readonly boardId: string | null;
  readonly onChange: (boardId: string | null) => void;
}

function BoardFilter({ problems, boardId, onChange }: BoardFilterProps) {
  const names = useProject((project) => boardNames(project, problems, boardId));
  return (
    <Select
      label={t('problems.filters.board')}
      isLabelHidden
      isQuiet
      options={[{ id: allId, label: t('problems.filters.allBoards') }, ...Object.entries(names).map(([id, label]) => ({ id, label }))]}
      value={boardId !== null && names[boardId] !== undefined ? boardId : allId}
      onChange={(id) => onChange(id === allId ? null : id)}
    />
  );
}

/** The boards with problems, and the chosen one, by id. */
function boardNames(project: Project, { groups }: StoryProblems, chosen: string | null): Record<string, string> {
  const ids = new Set(groups.flatMap(({ findings }) => findings.map((finding) => boardOfFinding(project, finding))));
  if (chosen !== null) ids.add(chosen);
  return Object.fromEntries([...ids].map((id) => [id, boardLabel(project, id)]));
}

export const boardLabel = (project: Project, id: string): string => (id === noBoardId ? t('problems.noBoard') : boardName(project, id));

function EngineFilter() {
  const checked = useCheckedPlugin();
  const plugins = usePluginChoices();
  return (
    <Select
      label={t('problems.filters.engine')}
      isLabelHidden
      isQuiet
      options={[{ id: noEngineId, label: t('problems.filters.noEngine') }, ...plugins.map(({ key, label }) => ({ id: key, label }))]}
      value={checked?.key ?? noEngineId}
      onChange={(id) => setCheckedPlugin(id === noEngineId ? null : id)}
    />
  );
}
