/** A kind of record and a way of transfer have one icon each: files of the window take them from the table instead of the icon library. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as icons from '../../../renderer/ui/icons.ts';
import { root } from '../../root.ts';

const rendererFolder = join(root, 'renderer');
const table = 'ui/icons.ts';
const sources = readdirSync(rendererFolder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && file !== table);

const { kindIcons, newBoardIcon: _newBoard, ...transferIcons } = icons;
/** Arrows to the right also mean “leads to”. */
const { connection: _, ...exclusive } = kindIcons;
const libraryNames = [...Object.values(exclusive), ...Object.values(transferIcons)].map(({ displayName }) => displayName);
/** Other icons of the library that once were used for one of these. */
const earlierNames = ['LayoutDashboard', 'FilePlus2', 'Waypoints', 'Send', 'ImageUp'];

test('icons of kinds and transfers come from the table', () => {
  const found = sources.flatMap((file) => {
    const [, names = ''] = /import (?:type )?\{([^}]*)\} from 'lucide-react'/.exec(readFileSync(join(rendererFolder, file), 'utf8')) ?? [];
    const imported = names.split(',').map((name) => name.trim().split(' as ')[0]);
    return imported.filter((name) => name && [...libraryNames, ...earlierNames].includes(name)).map((name) => `${file}: ${name}`);
  });
  expect(found).toEqual([]);
});

test('no two kinds or transfers share an icon', () => {
  const all = [...Object.values(kindIcons), ...Object.values(transferIcons)];
  expect(new Set(all).size).toBe(all.length);
});
