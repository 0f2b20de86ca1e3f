/**
 * The order of the files of tests: first those that take longest, so that no core is idle while the last worker runs one of them alone. All others as
 * Vitest orders them. A name that no file has fails the run.
 */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './root.ts';

const longest = [
  'test/recipes/each-recipe.deep.test.ts',
  'test/planted-bugs/caught.deep.test.ts',
  'test/main/delivery/kill.deep.test.ts',
  'test/sync-proof/chaos.deep.test.ts',
  'test/main/importers/memory.deep.test.ts',
  'test/recipes/checks.test.ts',
  'test/main/sync/project/sync-runner.property.test.ts',
  'test/main/app/data-folder/foreign-schema.slow.test.ts',
  'test/main/sync/service/hostile-remote.test.ts',
  'test/main/cli/installed-command.test.ts',
  'test/main/cli/serve.test.ts',
  'test/main/backups/backups.slow.test.ts',
  'test/main/delivery/faults.slow.test.ts',
  'test/main/cli/targets.test.ts',
  'test/e2e/deb.desktop.test.ts',
  'test/e2e/languages.browser.test.ts',
  'test/e2e/targets.test.ts',
  'test/e2e/sync.test.ts',
  'test/e2e/accessible-views.browser.test.ts',
  'test/e2e/texts.browser.test.ts',
  'test/e2e/board.browser.test.ts',
  'test/e2e/packed.desktop.test.ts',
  'test/e2e/components.browser.test.ts',
  'test/e2e/board-edit.browser.test.ts',
];
const missing = longest.filter((file) => !existsSync(join(root, file)));
if (missing.length > 0) throw new Error(`There is no file of tests ${missing.join(', ')}.`);

const rankOf = ({ moduleId }: TestSpecification): number => {
  const at = longest.indexOf(relative(root, moduleId).replaceAll('\\', '/'));
  return at === -1 ? longest.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
