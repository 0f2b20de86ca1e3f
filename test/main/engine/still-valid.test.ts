/** What differs from a valid story is validated with what depends on it, and not the rest of the story. */
import { expect, test } from 'vitest';
import { draftNewProjectInSteps, isStillValidInSteps } from '../../../main/engine/decide/draft-new-project.ts';
import { runSteps } from '../../../shared/lists.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { everything } from '../exporters/everything.ts';
import { createPick, storyWithBoards } from '../story-folder/two-sides.ts';

const story = everything().project();

const isStillValid = (valid: Project, records: Iterable<AnyRecord>): boolean =>
  runSteps(isStillValidInSteps(valid, valid.withRecords(records)));

function isValid(records: Iterable<AnyRecord>): boolean {
  try {
    runSteps(draftNewProjectInSteps([...records]));
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Without the record, or with a value that another record has, so that references lead elsewhere, orders are broken and folders become something else. */
function withRandomChange(records: Map<string, AnyRecord>, pick: (count: number) => number): void {
  const all = [...records.values()];
  const record = all[pick(all.length)];
  if (!record) return;
  if (pick(4) === 0) {
    records.delete(record.id);
    return;
  }
  const fields = Object.keys(record).filter((field) => !['id', 'kind'].includes(field));
  const field = fields[pick(fields.length)] ?? '';
  const others = all.filter((other) => other[field] !== undefined && (pick(4) === 0 || other.kind === record.kind));
  const value = typeof record[field] === 'string' && pick(4) === 0 ? all[pick(all.length)]?.id : others[pick(others.length)]?.[field];
  // Any value is possible in what was read.
  records.set(record.id, { ...record, [field]: value } as AnyRecord);
}

test('a story that differs from a valid one is only called valid if it is as a whole', () => {
  const drawn = cases(2000);
  let [still, invalid] = [0, 0];
  for (let number = 0; number < drawn; number++) {
    const pick = createPick(testRunSeed() + number);
    const records = new Map([...story.records()].map((record) => [record.id, record]));
    for (let change = 1 + pick(2); change > 0; change--) withRandomChange(records, pick);
    const [isWhole, claim] = [isValid(records.values()), isStillValid(story, records.values())];
    if (claim) {
      expect(isWhole, `case ${number}`).toBe(true);
      still++;
    }
    if (!isWhole) invalid++;
  }
  expectEnough(still, drawn, 0.1);
  expectEnough(invalid, drawn, 0.2);
});

test('only what has changed, and what refers to it, is validated', () => {
  const valid = storyWithBoards(1, 20);
  const [first, second] = [...valid.recordsOfKind('element')];
  const broken = [...valid.records()].map((record) => (record === first ? ({ ...record, theme: 'none' } as AnyRecord) : record));
  const changed = (id: string | undefined) => broken.map((record) => (record.id === id ? ({ ...record, x: 12_345 } as AnyRecord) : record));
  const far = [...valid.recordsOfKind('element')].at(-1);
  expect(isValid(broken)).toBe(false);
  // The fault of the first element is seen where something that it depends on has changed, or it itself.
  expect(isStillValid(new Project(broken), changed(far?.id))).toBe(true);
  expect(isStillValid(new Project(broken), changed(first?.id))).toBe(false);
  expect(
    isStillValid(
      new Project(broken),
      broken.filter(({ id }) => id !== second?.id),
    ),
  ).toBe(false);
});
