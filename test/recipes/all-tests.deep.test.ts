/**
 * After the recipes, every unit test passes, not only those that are related to one: a test that lists all fields, routes or kinds would fail here. The
 * recipes are performed one after the other in the same copy, so that the tests run once; `TALEPORT_RECIPE=field` performs only that one, to find which it
 * was.
 */
import { expect, test } from 'vitest';
import { actionRecipe, exporterRecipe, fieldRecipe, kindRecipe, languageRecipe, paneRecipe, type Recipe, routeRecipe } from './recipes.ts';
import { copySources } from './source-copy.ts';

const recipes: Readonly<Record<string, Recipe>> = {
  action: actionRecipe,
  exporter: exporterRecipe,
  field: fieldRecipe,
  kind: kindRecipe,
  language: languageRecipe,
  pane: paneRecipe,
  route: routeRecipe,
};

test('all unit tests pass after the recipes', async () => {
  const only = process.env.TALEPORT_RECIPE;
  const performed = Object.entries(recipes).filter(([name]) => only === undefined || name === only);
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
