/**
 * [Safe start] A process that kills itself twice in the same work starts with that work paused and says so: sync of a project, exports to a game
 * folder, a story folder, an import.
 */

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../../../new-folder.ts';
import { plantCrash } from '../../../plant-crash.ts';
import { headlessProgram } from '../../../programs.ts';
import { root } from '../../../root.ts';
import { hasSignals } from '../../../system-abilities.ts';
import { openSide } from '../../sync/service/two-workspaces.ts';
import { deadlyGameFolder, keyVariable, prepareDelivery, prepareStoryFolder, prepareSync } from './crashing-work.ts';

/** `npm test` names the built program, which starts four times as fast. */

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
  readonly err: string;
}

/** A command in a process that dies over what the crash names. `end` is the signal that it gets when it has printed a line. */
function run(data: string, deadly: string, args: readonly string[], end?: NodeJS.Signals): Promise<Ended> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--require', plantCrash(newFolder(), deadly), headlessProgram, ...args, '--data', data],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdout.once('data', () => end && child.kill(end));
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ signal, code, err })));
}

const serving = ['serve', '--port', '0'];
const died = { signal: 'SIGKILL', code: null, err: '' };

describe.runIf(hasSignals)('a process that has died twice', () => {
  test('during a delivery starts with the game folder paused, once and for this folder only', async () => {
    const data = newFolder();
    const { id, game } = await prepareDelivery(data, newFolder);
    expect(await run(data, deadlyGameFolder, serving)).toEqual(died);
    expect(await run(data, deadlyGameFolder, serving)).toEqual(died);
    const third = await run(data, deadlyGameFolder, serving, 'SIGTERM');
    expect(third.err).toBe(
      `Taleport ended unexpectedly twice while it exported “Castle” to ${game}, so exports to this game folder are paused. Turn them on in the Game folders panel, or run: taleport target set ${id} --on\n`,
    );
    expect(third.code).toBe(0);

    const after = await openSide(data, { targets: 'onRequest' });
    expect((await after.ask('target.list', {})).map(({ on }) => on)).toEqual([false, true]);
    await after.ask('target.change', { id, settings: { on: true } });
    await after.close();
    expect(readFileSync(join(game, 'arcweave', 'project.json'), 'utf8')).toContain('Gate');
  });

  test('over a story folder starts with that folder paused', async () => {
    const data = newFolder();
    const { hash, folder } = await prepareStoryFolder(data, newFolder);
    expect(await run(data, 'deadly-story', serving)).toEqual(died);
    expect(await run(data, 'deadly-story', serving)).toEqual(died);
    const third = await run(data, 'deadly-story', serving, 'SIGTERM');
    expect(third.err).toBe(
      `Taleport ended unexpectedly twice while it read or wrote the story folder ${folder} of “Castle”, so this folder is paused. Your changes are kept. Resume it under Story folder in the project, or run: taleport folder set ${hash} --on\n`,
    );
    expect(third.code).toBe(0);

    const after = await openSide(data);
    expect(await after.ask('folder.list', {})).toMatchObject([{ hash, state: 'paused' }]);
    await after.close();
  });

  test('over what a workspace has sent starts with sync of that project paused', async () => {
    const data = newFolder();
    const { hash, gate, key, remote } = await prepareSync(data);
    process.env[keyVariable] = key;
    onTestFinished(() => remote.close());
    expect(await run(data, 'deadly', serving)).toEqual(died);
    expect(await run(data, 'deadly', serving)).toEqual(died);
    const third = await run(data, 'deadly', serving, 'SIGTERM');
    expect(third.err).toBe(
      `Taleport ended unexpectedly twice while it synced “Castle”, so sync of this project is paused. Your changes are kept. Resume it in the Sync panel, or run: taleport sync resume ${hash}\n`,
    );
    expect(third.code).toBe(0);

    const after = await openSide(data);
    expect(await after.ask('sync.list', {})).toMatchObject([{ hash, state: 'paused', until: null }]);
    await after.ask('sync.pause', { hash, until: 'now' });
    expect(await after.ask('sync.run', { hash })).toMatchObject([{ state: 'synced' }]);
    expect((await after.project(hash)).find('element', gate)?.title.en?.text).toBe('<p>deadly</p>');
    await after.close();
  });

  test('during an import refuses that file once, and no other', async () => {
    const data = newFolder();
    const folder = newFolder();
    const [deadly, harmless] = ['deadly.json', 'harmless.json'].map((name) => join(folder, name)) as [string, string];
    for (const file of [deadly, harmless]) writeFileSync(file, readFileSync(join(root, 'samples', 'sample.json')));
    expect(await run(data, 'deadly.json', ['import', deadly])).toEqual(died);
    expect(await run(data, 'deadly.json', ['import', deadly])).toEqual(died);
    expect(await run(data, 'deadly.json', ['import', harmless])).toMatchObject({ code: 0 });
    const refused = await run(data, 'deadly.json', ['import', deadly]);
    expect(refused).toMatchObject({
      code: 1,
      err: 'Taleport ended unexpectedly twice while it imported deadly.json, so it wasn’t imported this time. To try once more, import it again.\n',
    });
    expect(await run(data, 'nothing', ['import', deadly])).toMatchObject({ code: 0 });
    expect(existsSync(join(data, 'running-work.json'))).toBe(false);
  });
});
