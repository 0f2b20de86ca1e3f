/** Class names of our own do not meet those that React Flow gives its parts: a global rule would move its handles. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../root.ts';

const rendererFolder = join(root, 'renderer');
const sheets = readdirSync(rendererFolder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

/** A class of a handle, a resize control or a node of React Flow, at the beginning of a part of a selector. */
const flowClass =
  /(?<=^|[\s,>+~}])\.(?:source|target|connectable\w*|connecting\w+|connectionindicator|valid|nodrag|nopan|handle|line|selectable|selected|draggable|dragging|parent)(?![\w-])/gm;

test('no rule selects a class of React Flow alone', () => {
  const found = sheets.flatMap(
    (file) =>
      readFileSync(join(rendererFolder, file), 'utf8')
        .match(flowClass)
        ?.map((name) => `${file} ${name}`) ?? [],
  );
  expect(found).toEqual([]);
});
