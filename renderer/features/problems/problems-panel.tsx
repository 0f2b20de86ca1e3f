/** The problems of the story as a tree: groups, and in them the findings. Enter goes to the record. */
import { ChevronRight, Wrench } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  Collection,
  type Key,
  ListLayout,
  Tree,
  Button as TreeButton,
  TreeItem,
  TreeItemContent,
  Virtualizer,
} from 'react-aria-components';
import { useStore } from 'zustand';
import type { Finding } from '../../../shared/contracts/findings.ts';
import { runAction } from '../../commands/action-registry.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord, isReachable } from '../../navigation/go-to-record.ts';
import { applyFixes } from '../../records/problems/apply-fixes.ts';
import { severityIcons } from '../../records/problems/problem-badge.tsx';
import { problemsStore } from '../../records/problems/problems-store.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { IconButton } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-queue.ts';
import { boardLabel, ProblemFilterFields, problemFiltersStore } from './problem-filters.tsx';
import { groupProblems, type ListedProblem, missingTextsLabel, type ProblemGroup, quickFixesOf, ruleLabel } from './problem-tree.ts';
import './problems.css';

/** Groups with more problems start collapsed, unless they are errors. */
const maxInitiallyExpanded = 12;

export function ProblemsPanel() {
  const problems = useStore(problemsStore, (state) => state.problems);
  return (
    <>
      <header className="pane-head problems-head">
        <h2 className="pane-title">{t('problems.title')}</h2>
        {problems && <ProblemFilterFields problems={problems} />}
      </header>
      {problems ? <ProblemTree /> : <p className="problems-none">{t('problems.checking')}</p>}
    </>
  );
}

function ProblemTree() {
  const problems = useStore(problemsStore, (state) => state.problems);
  const filters = useStore(problemFiltersStore);
  // The project is mutated in place: the groups follow the checks, which follow its changes.
  const groups = useMemo(
    () => (problems ? groupProblems(openProjectStore.getState().project, problems, filters) : []),
    [problems, filters],
  );
  const [toggled, setToggled] = useState<ReadonlySet<Key>>(new Set());
  const expandedByDefault = (group: ProblemGroup) => group.severity === 'error' || group.count <= maxInitiallyExpanded;
  const expanded = groups.filter((group) => expandedByDefault(group) !== toggled.has(group.id)).map(({ id }) => id);
  const setExpanded = (keys: Set<Key>) =>
    setToggled(new Set(groups.filter((group) => keys.has(group.id) !== expandedByDefault(group)).map(({ id }) => id)));
  const activate = (key: Key) => {
    const group = groups.find(({ id }) => id === key);
    if (group?.missingTexts) runAction('translations');
    else if (group) setExpanded(new Set(expanded.includes(group.id) ? expanded.filter((id) => id !== key) : [...expanded, key]));
    else goToFinding(findProblem(groups, key)?.finding);
  };
  const layoutOptions = useMemo(() => ({ estimatedRowSize: 30, padding: 4 }), []);
  return (
    <Virtualizer layout={ListLayout} layoutOptions={layoutOptions}>
      <Tree
        className="problem-tree"
        aria-label={t('problems.title')}
        items={groups}
        expandedKeys={expanded}
        onExpandedChange={setExpanded}
        onAction={activate}
        renderEmptyState={() => <p className="problems-none">{t(problems?.groups.length === 0 ? 'problems.none' : 'problems.noMatch')}</p>}
      >
        {(group) => <GroupRow group={group} />}
      </Tree>
    </Virtualizer>
  );
}

const findProblem = (groups: readonly ProblemGroup[], key: Key): ListedProblem | undefined =>
  groups.flatMap(({ problems }) => problems).find(({ id }) => id === key);

function GroupRow({ group }: { group: ProblemGroup }) {
  const groupBy = useStore(problemFiltersStore, (filters) => filters.groupBy);
  const name = useProject((project) =>
    groupBy === 'rule' || group.problems.length === 0 ? ruleLabel(group.key) : boardLabel(project, group.key),
  );
  const languages = useProject((project) => project.projectRecord.locales);
  const label = group.missingTexts ? missingTextsLabel(group.missingTexts, languages) : name;
  const Icon = severityIcons[group.severity];
  const fixes = quickFixesOf(group);
  return (
    <TreeItem id={group.id} textValue={group.missingTexts ? label : `${label}, ${group.count}`} className="problem-row group">
      <TreeItemContent>
        <div className="problem-line">
          {group.missingTexts ? (
            <span className="tree-chevron" />
          ) : (
            <TreeButton slot="chevron" className="tree-chevron">
              <ChevronRight size={14} aria-hidden />
            </TreeButton>
          )}
          <Icon size={15} aria-hidden className={`severity ${group.severity}`} />
          <span className="visually-hidden">{t(`check.severity.${group.severity}`)}: </span>
          <span className="problem-label">{label}</span>
          {!group.missingTexts && <span className="problem-count">{group.count}</span>}
          {fixes.length > 1 && (
            <IconButton icon={Wrench} label={t('problems.fixAll', { count: fixes.length })} onPress={() => void applyFixes(fixes)} />
          )}
        </div>
      </TreeItemContent>
      <Collection items={group.problems}>{(problem) => <ProblemRow problem={problem} />}</Collection>
      {group.omitted > 0 && <OmittedRow id={`${group.id} omitted`} count={group.omitted} />}
    </TreeItem>
  );
}

function ProblemRow({ problem: { id, finding } }: { problem: ListedProblem }) {
  const { severity, message, fix } = finding;
  const Icon = severityIcons[severity];
  const text = t(message);
  return (
    <TreeItem id={id} textValue={text} className="problem-row">
      <TreeItemContent>
        <div className="problem-line finding-row">
          <Icon size={15} aria-hidden className={`severity ${severity}`} />
          <span className="visually-hidden">{t(`check.severity.${severity}`)}: </span>
          <span className="problem-label">{text}</span>
          {fix && <IconButton icon={Wrench} label={t(fix.label)} onPress={() => void applyFixes([fix])} />}
        </div>
      </TreeItemContent>
    </TreeItem>
  );
}

/** How many problems of a group are not listed. */
function OmittedRow({ id, count }: { id: string; count: number }) {
  const text = t('common.andMore', { count });
  return (
    <TreeItem id={id} textValue={text} className="problem-row">
      <TreeItemContent>
        <div className="problem-line finding-row">
          <span className="problem-label">{text}</span>
        </div>
      </TreeItemContent>
    </TreeItem>
  );
}

/** Goes to the record of a problem, unless it is gone or a folder. */
export function goToFinding(finding: Finding | undefined): void {
  if (finding === undefined) return;
  if (isReachable(openProjectStore.getState().project, finding)) goToRecord(finding);
  else showToast({ tone: 'plain', title: t('problems.noPlace') });
}
