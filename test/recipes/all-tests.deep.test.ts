/** After each recipe every unit test passes, not only those that are related to it: a test that lists all fields or all routes would fail here. */
import { describe, expect, test } from 'vitest';
import { actionRecipe, exporterRecipe, fieldRecipe, languageRecipe, paneRecipe, type Recipe, routeRecipe } from './recipes.ts';
import { copySources } from './source-copy.ts';

const recipes: Readonly<Record<string, Recipe>> = {
  action: actionRecipe,
  exporter: exporterRecipe,
  field: fieldRecipe,
  language: languageRecipe,
  pane: paneRecipe,
  route: routeRecipe,
};

describe('all tests after a recipe', () => {
  test.each(Object.entries(recipes))('%s', async (_, recipe) => {
    const copy = copySources();
    try {
      await recipe.perform(copy);
      await copy.recordGoldens();
      await copy.check([]);
      expect(copy.changes().byHand).not.toEqual([]);
    } finally {
      copy.remove();
    }
  });
});
