/** Class names of our own do not meet those that React Flow gives its parts: a global rule would move its handles. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../../renderer');
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

/** A class of a handle, a resize control or a node of React Flow, at the beginning of a part of a selector. */
const flowClass =
  /(?<=^|[\s,>+~}])\.(?:source|target|connectable\w*|connecting\w+|connectionindicator|valid|nodrag|nopan|handle|line|selectable|selected|draggable|dragging|parent)(?![\w-])/gm;

test('no rule selects a class of React Flow alone', () => {
  const found = sheets.flatMap(
    (file) =>
      readFileSync(join(root, file), 'utf8')
        .match(flowClass)
        ?.map((name) => `${file} ${name}`) ?? [],
  );
  expect(found).toEqual([]);
});
