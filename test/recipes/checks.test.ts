/**
 * After the recipes, the types, the linter and the tests that are related to what they touch pass. They are performed one after the other in the same
 * copy, so that each check runs once; each-recipe.deep.test.ts checks them one by one, and runs all unit tests.
 */
import { expect, test } from 'vitest';
import { recipes } from './recipes.ts';
import { copySources } from './source-copy.ts';

test('after all recipes the types, the linter and the related tests pass', async () => {
  const copy = copySources();
  const all = Object.values(recipes);
  try {
    for (const recipe of all) await recipe.perform(copy);
    await copy.recordGoldens();
    await copy.check([...new Set(all.flatMap(({ relatedTests }) => relatedTests))]);
    const generated = [...new Set(all.flatMap(({ files }) => files.generated))];
    expect(copy.changes().generated).toEqual(expect.arrayContaining(generated));
  } finally {
    copy.remove();
  }
});
