/** Filters and groups the problems for the panel. */

import { combinableFixes, type Finding, type FindingRule, type QuickFix, type StoryProblems } from '../../../shared/contracts/findings.ts';
import { addToList } from '../../../shared/lists.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { untranslatedRule } from '../../records/problems/problems-store.ts';
import { boardLocationOf } from '../../records/record-location.ts';
import { boardTree, subtreeIds } from '../../records/trees/record-tree.ts';

export interface ProblemFilters {
  readonly groupBy: 'rule' | 'board';
  readonly severity: Finding['severity'] | null;
  readonly rule: string | null;
  readonly boardId: string | null;
}

/** The place of problems that are on no board: of the story as a whole, of components and of assets. */
export const noBoardId = 'no-board';

export interface ProblemGroup {
  readonly id: string;
  /** A rule, the id of a board, or `noBoardId`. */
  readonly key: string;
  readonly severity: Finding['severity'];
  readonly count: number;
  /** How many of them are not listed. */
  readonly omitted: number;
  /** Texts without a translation are one line: the table of translations lists them. How many each language lacks. */
  readonly missingTexts: Readonly<Record<string, number>> | null;
  readonly problems: readonly ListedProblem[];
}

export interface ListedProblem {
  readonly id: string;
  readonly finding: Finding;
}

export const boardOfFinding = (project: Project, finding: Finding): string => boardLocationOf(project, finding.id)?.boardId ?? noBoardId;

export function groupProblems(project: Project, { groups }: StoryProblems, filters: ProblemFilters): readonly ProblemGroup[] {
  const { severity, rule, boardId, groupBy } = filters;
  const shown = groups.filter((group) => (severity === null || group.severity === severity) && (rule === null || group.rule === rule));
  const order = boardOrder(project);
  const placeOf = (finding: Finding): number => order.get(boardOfFinding(project, finding)) ?? order.size;
  const byRule = shown.flatMap((group): ProblemGroup[] => {
    const isUntranslated = group.rule === untranslatedRule;
    const inBoard = group.findings.filter((finding) => boardId === null || boardOfFinding(project, finding) === boardId);
    const findings = sortBy(inBoard, placeOf);
    // Where a board is chosen, its translations cannot be counted: not all of them are listed.
    if (findings.length === 0 || (isUntranslated && boardId !== null)) return [];
    const id = `${group.severity} ${group.rule}`;
    const count = boardId === null ? group.count : findings.length;
    const problems = isUntranslated ? [] : toProblems(id, findings);
    const missingTexts = isUntranslated ? (group.missingTexts ?? {}) : null;
    // Which boards the others are on is not known here, so they count for each.
    const omitted = isUntranslated ? 0 : group.count - group.findings.length;
    return [{ id, key: group.rule, severity: group.severity, count, omitted, missingTexts, problems }];
  });
  return groupBy === 'rule' ? byRule : regroupByBoard(project, byRule, order);
}

/** The id of a problem says what it is, so that the row of one that was fixed does not become the row of the next. */
function toProblems(group: string, findings: readonly Finding[]): readonly ListedProblem[] {
  const counts = new Map<string, number>();
  return findings.map((finding) => {
    const { rule, kind, id, message } = finding;
    const problem = [group, rule, kind, id, JSON.stringify(message)].join(' ');
    const earlier = counts.get(problem) ?? 0;
    counts.set(problem, earlier + 1);
    return { id: `${problem} ${earlier}`, finding };
  });
}

/** The boards and their folders in the order of the tree, by id. */
const boardOrder = (project: Project): ReadonlyMap<string, number> =>
  new Map(subtreeIds(boardTree, project, project.projectRecord.roots.board).map((id, at) => [id, at]));

/** Sorted by a number, which is computed once for each. Equal ones keep their order. */
const sortBy = <T>(items: readonly T[], numberOf: (item: T) => number): readonly T[] =>
  items
    .map((item) => ({ item, at: numberOf(item) }))
    .sort((one, two) => one.at - two.at)
    .map(({ item }) => item);

/** The boards in the order of the tree; what is on no board comes after them, and translations stay one line at the end. */
function regroupByBoard(project: Project, groups: readonly ProblemGroup[], order: ReadonlyMap<string, number>): readonly ProblemGroup[] {
  const boards = new Map<string, Finding[]>();
  for (const { problems } of groups)
    for (const { finding } of problems) {
      const board = boardOfFinding(project, finding);
      addToList(boards, board, finding);
    }
  const byBoard = [...boards].map(([board, findings]): ProblemGroup => {
    const [{ severity } = { severity: 'hint' as const }] = findings;
    const problems = toProblems(board, findings);
    return { id: board, key: board, severity, count: findings.length, omitted: 0, missingTexts: null, problems };
  });
  const inOrder = sortBy(byBoard, ({ key }) => order.get(key) ?? order.size);
  // The rules of which not all problems are listed, and translations, stay groups of their own.
  const others = groups.filter(({ missingTexts, omitted }) => missingTexts !== null || omitted > 0);
  return [...inOrder, ...others.map((group) => ({ ...group, count: group.missingTexts ? group.count : group.omitted, problems: [] }))];
}

export const quickFixesOf = ({ problems }: ProblemGroup): readonly QuickFix[] => combinableFixes(problems.map(({ finding }) => finding));

const kindOfRule = {
  'missing-start': 'missingStart',
  'dangling-id': 'missingReference',
  'dead-end': 'deadEnd',
  unreachable: 'unreachable',
  'plugin-version': 'pluginVersion',
  script: 'script',
  'unknown-variable': 'unknownVariable',
  'unknown-element': 'unknownElement',
  'empty-condition': 'emptyCondition',
  'script-too-long': 'longScript',
  'sets-in-condition': 'assignment',
  'game-stops': 'gameStops',
  'differs-in-game': 'differs',
  'dangling-mention': 'mention',
  'text-outside-blocks': 'outsideParagraph',
  'asset-name-collision': 'assetName',
  'asset-format': 'assetFormat',
  'asset-path': 'assetPath',
  'missing-translation': 'untranslated',
} as const satisfies Readonly<Record<FindingRule, string>>;

const isNamed = (rule: string): rule is FindingRule => rule in kindOfRule;

/** The name of the kind of a problem. Rules that only one exporter has may be without a name. */
export const ruleLabel = (rule: string): string => t(`problems.kinds.${isNamed(rule) ? kindOfRule[rule] : 'other'}`);

/** “65 translations missing: German 28, Greek 37”: what the table of translations counts. */
export function missingTextsLabel(missing: Readonly<Record<string, number>>, languages: readonly Locale[]): string {
  const lacking = languages.flatMap(({ iso, name }) => {
    const count = missing[iso] ?? 0;
    return count > 0 ? [{ name, count }] : [];
  });
  return t('problems.untranslated', {
    count: lacking.reduce((sum, { count }) => sum + count, 0),
    languages: lacking.map(({ name, count }) => t('problems.untranslatedLanguage', { language: name, count })),
  });
}
