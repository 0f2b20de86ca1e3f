/**
 * After all recipes every unit test passes, not only those that are related to one: a test that lists all fields, routes or kinds would fail here. They are
 * performed in the same copy, so that the tests run once. In full figures each is also checked on its own: the types, the linter and the related tests
 * pass, and nothing else was touched. `TALEPORT_RECIPE=field` performs only that one, in both ways, to find which it was.
 */
import { expect, test } from 'vitest';
import { isFull } from '../rounds.ts';
import { recipes } from './recipes.ts';
import { copySources } from './source-copy.ts';

const only = process.env.TALEPORT_RECIPE;
const performed = Object.entries(recipes).filter(([name]) => only === undefined || name === only);
const alone = only !== undefined || isFull ? performed : [];

test.each(alone)('the recipe “%s” on its own passes what a contributor runs', async (_, recipe) => {
  const copy = copySources();
  try {
    await recipe.perform(copy);
    await copy.check(recipe.relatedTests);
    const { byHand, generated } = copy.changes();
    // A language has as many files as there are files of messages.
    expect({ byHand: byHand.filter((path) => !path.startsWith('shared/messages/nl/')), generated }).toEqual(recipe.files);
  } finally {
    copy.remove();
  }
});

test('all unit tests pass after the recipes', async () => {
  expect(performed).not.toEqual([]);
  const copy = copySources();
  try {
    for (const [, recipe] of performed) await recipe.perform(copy);
    await copy.recordGoldens();
    await copy.check([]);
    expect(copy.changes().byHand).not.toEqual([]);
  } finally {
    copy.remove();
  }
});
