/** The list of problems: groups, filters, fixes, and the marks of records. */
import { expect, test } from 'vitest';
import { groupProblems, noBoardId, type ProblemFilters, quickFixesOf } from '../../../../renderer/features/problems/problem-tree.ts';
import { markProblems } from '../../../../renderer/records/problems/problems-store.ts';
import type { Finding, QuickFix, StoryProblems } from '../../../../shared/contracts/findings.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { arrow, branchRecords, elementAt, projectOf, record } from '../../../story-records.ts';

const project = projectOf(
  record('board', 'folder', { parentId: 'root', type: 'folder', name: 'Acts' }),
  record('board', 'inside', { parentId: 'folder', name: 'Act 1' }),
  elementAt('hall', 0, 0),
  record('element', 'attic', { boardId: 'inside', x: 0, y: 0 }),
  ...branchRecords(300, 0),
  arrow('way', 'c-if', 'hall'),
);

const finding = (rule: string, id: string, more: Partial<Finding> = {}): Finding => ({
  severity: 'warning',
  rule,
  message: verbatim(`${rule} ${id}`),
  kind: 'element',
  id,
  ...more,
});
const problems = (...groups: (readonly Finding[])[]): StoryProblems => ({
  version: 1,
  groups: groups.map((findings) => ({
    rule: findings[0]?.rule ?? '',
    severity: findings[0]?.severity ?? 'hint',
    count: findings.length,
    findings,
  })),
});
const all: ProblemFilters = { groupBy: 'rule', severity: null, rule: null, boardId: null };

const story = problems(
  [finding('script', 'attic', { severity: 'error' })],
  [finding('dead-end', 'hall'), finding('dead-end', 'c-if'), finding('dead-end', 'story')],
  [finding('missing-translation', 'hall'), finding('missing-translation', 'attic')],
);
const shown = (filters: Partial<ProblemFilters>) =>
  groupProblems(project, story, { ...all, ...filters }).map(({ key, count, problems: listed }) => [
    key,
    count,
    listed.map(({ finding: { id } }) => id).join(),
  ]);

test('texts without a translation are one line', () => {
  expect(shown({})).toEqual([
    ['script', 1, 'attic'],
    ['dead-end', 3, 'hall,c-if,story'],
    ['missing-translation', 2, ''],
  ]);
});

test('the list is filtered by severity, kind and board', () => {
  expect(shown({ severity: 'error' })).toEqual([['script', 1, 'attic']]);
  expect(shown({ rule: 'dead-end' })).toEqual([['dead-end', 3, 'hall,c-if,story']]);
  expect(shown({ boardId: 'board' })).toEqual([['dead-end', 2, 'hall,c-if']]);
});

test('grouped by board, a record belongs to the board that shows it', () => {
  expect(shown({ groupBy: 'board' })).toEqual([
    ['inside', 1, 'attic'],
    ['board', 2, 'hall,c-if'],
    [noBoardId, 1, 'story'],
    ['missing-translation', 2, ''],
  ]);
});

test('problems are in the order of the tree of boards, and what is on no board is last', () => {
  const found = problems([finding('dead-end', 'story'), finding('dead-end', 'hall'), finding('dead-end', 'attic')]);
  const ids = (groupBy: ProblemFilters['groupBy']) =>
    groupProblems(project, found, { ...all, groupBy }).flatMap((group) => group.problems.map((problem) => problem.finding.id));
  expect([ids('rule'), ids('board')]).toEqual([
    ['attic', 'hall', 'story'],
    ['attic', 'hall', 'story'],
  ]);
});

test('a group says how many of its problems are not listed', () => {
  const { groups } = problems([finding('dead-end', 'hall')]);
  const cut: StoryProblems = { version: 1, groups: groups.map((group) => ({ ...group, count: 12 })) };
  const omitted = (filters: Partial<ProblemFilters>) =>
    groupProblems(project, cut, { ...all, ...filters }).map((group) => [group.key, group.count, group.omitted]);
  expect(omitted({})).toEqual([['dead-end', 12, 11]]);
  expect(omitted({ groupBy: 'board' })).toEqual([
    ['board', 1, 0],
    ['dead-end', 11, 11],
  ]);
});

test('all fixes of a group contain one of each record, because two of them might overwrite each other', () => {
  const fix = (changes: string | null, id: string, more: Partial<QuickFix> = {}) =>
    finding('outside', changes ?? 'hall', { fix: { label: verbatim('Fix'), id, changes, ...more } });
  const choice = fix('story', '0', { isChoice: true });
  const fixes = [fix('hall', '1'), fix('hall', '2'), fix('attic', '3'), fix(null, '4'), choice, finding('outside', 'way')];
  const [group] = groupProblems(project, problems(fixes), all);
  expect(group && quickFixesOf(group).map(({ id }) => id)).toEqual(['3', '1']);
});

test('cards, boards and folders are marked with the worst severity, but not for missing translations', () => {
  const markers = markProblems(project, problems(...story.groups.map(({ findings }) => findings), [finding('mention', 'way')]));
  expect([...markers].map(([id, { severity, count }]) => [id, severity, count])).toEqual([
    ['attic', 'error', 1],
    ['inside', 'error', 1],
    ['folder', 'error', 1],
    ['hall', 'warning', 1],
    ['board', 'warning', 3],
    // The condition is a row of its branch, and a connection is marked where it begins.
    ['fork', 'warning', 2],
  ]);
});

test('a problem keeps its id when the one before it is fixed, and equal ones have different ids', () => {
  const idsOf = (...findings: readonly Finding[]) =>
    groupProblems(project, problems(findings), all).flatMap((group) => group.problems.map(({ id }) => id));
  const [first, again, other] = idsOf(finding('dead-end', 'hall'), finding('dead-end', 'attic'), finding('dead-end', 'attic'));
  expect(new Set([first, again, other]).size).toBe(3);
  expect(idsOf(finding('dead-end', 'attic'))).toEqual([first]);
});
