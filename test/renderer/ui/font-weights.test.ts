/** Text has one of three weights. Fonts of the system that stand in for the bundled ones, such as those for Japanese, have no weights in between. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../root.ts';

const rendererFolder = join(root, 'renderer');
const files = readdirSync(rendererFolder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(css|tsx?)$/.test(file));

test('text is regular, medium or semibold', () => {
  const weights = files.flatMap((file) =>
    [...readFileSync(join(rendererFolder, file), 'utf8').matchAll(/font-weight: (\w+)|(?:font: |context\.font = `)(\d{3}) /g)].map(
      ([, weight, shorthand]) => `${file} ${weight ?? shorthand}`,
    ),
  );
  expect(weights.length).toBeGreaterThan(40);
  expect(weights.filter((found) => !/ (400|500|600|inherit|normal)$/.test(found))).toEqual([]);
});
