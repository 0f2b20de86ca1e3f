/** Names of a story in the terminal: they cannot control it, and cannot imitate lines of the program. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabaseFile } from '../../../main/engine/storage/sqlite.ts';
import { json, newFolder, story, taleport } from './taleport.ts';

// The window title, the screen, the paste buffer, an 8-bit escape, a return to the start of the line, a change of direction, and another line.
const name = 'Lamp\x1b]0;taken\x07\x1b[2J\x1b]52;c;cm0gLXJm\x07\x9b31m\x7f\u202e\rDone\n::error::taken';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be printed
const controlCharacter = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

it('a name with control characters is printed escaped, on one line, and JSON still has it', async () => {
  const data = newFolder();
  const file = join(newFolder(), 'story.json');
  writeFileSync(file, JSON.stringify({ ...story(), name }));
  const imported = await taleport('import', file, '--data', data);
  const listed = await taleport('projects', '--data', data);
  const asJson = await taleport('projects', '--data', data, '--json');
  for (const { code, out, err } of [imported, listed, asJson]) {
    expect(code).toBe(0);
    expect(out + err).not.toMatch(controlCharacter);
    expect(out + err).not.toMatch(/^::/m);
  }
  expect(listed.out).toContain('Lamp\\u001b]0;taken');
  expect(JSON.parse(asJson.out)).toMatchObject([{ name }]);
  expect(await json('projects', '--data', data)).toMatchObject([{ name }]);
});

it('the keys of a rejected file are printed on the line of their fault', async () => {
  const file = join(newFolder(), 'story.json');
  const faulty = Object.fromEntries(['first', 'x\n::error::taken'].map((key) => [key, { name: 7, notes: 'none' }]));
  writeFileSync(file, JSON.stringify({ ...story(), boards: faulty }));
  const { code, err } = await taleport('import', file, '--data', newFolder());
  expect([code, err]).toEqual([1, expect.stringMatching(/^ {2}boards\.x ::error::taken/m)]);
  expect(err).not.toMatch(/^::/m);
});

it('doctor prints the names of damaged records and their projects on one line', async () => {
  const data = newFolder();
  const file = join(newFolder(), 'story.json');
  writeFileSync(file, JSON.stringify({ ...story(), name }));
  await json('import', file, '--data', data);
  const database = openDatabaseFile(join(data, 'taleport.sqlite'));
  database.prepare("UPDATE record SET json = replace(json, 'Once', 'Onze') WHERE kind = 'element'").run();
  database.close();
  const { code, out, err } = await taleport('doctor', '--data', data);
  expect([code, out]).toEqual([1, expect.stringMatching(/^ {4}Lamp.* ::error::taken: element “Start”$/m)]);
  expect(out + err).not.toMatch(controlCharacter);
  expect(out + err).not.toMatch(/^::/m);
});

it('an argument with control characters is quoted escaped', async () => {
  const { code, err } = await taleport(
    'export',
    '\x1b[2Jnone',
    '--format',
    'json',
    '--out',
    join(newFolder(), 'x.json'),
    '--data',
    newFolder(),
  );
  expect(code).not.toBe(0);
  expect(err).not.toMatch(controlCharacter);
});
