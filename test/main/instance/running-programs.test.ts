import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { announceProgram, findOtherPrograms } from '../../../main/instance/running-programs.ts';
import { repoPath } from '../../../scripts/paths.mjs';
import { newFolder } from '../../new-folder.ts';

const program = process.platform === 'win32' ? 'C:\\Program Files\\Taleport\\Taleport.exe' : '/opt/Taleport/taleport';

/** A process that writes its record and runs until it is killed. It has no pipes, which Wine lacks. */
function startOther(folder: string, dataFolder: string): ChildProcess {
  const module = pathToFileURL(repoPath('main', 'instance', 'running-programs.ts')).href;
  const script = `import { announceProgram } from ${JSON.stringify(module)};
    announceProgram(${JSON.stringify({ program, dataFolder })}, ${JSON.stringify(folder)});
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script], {
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('another process of the same program is found with its data folder, until it ends, however it ends', async () => {
  const folder = join(newFolder(), 'processes');
  expect(findOtherPrograms(program, folder)).toEqual([]);
  const child = startOther(folder, 'other');
  await expect.poll(() => findOtherPrograms(program, folder)).toEqual([{ pid: child.pid, program, dataFolder: 'other' }]);
  expect(findOtherPrograms(`${program}2`, folder)).toEqual([]);
  // It is found again: looking for it does not take its lock.
  expect(findOtherPrograms(program, folder)).toHaveLength(1);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await expect.poll(() => findOtherPrograms(program, folder)).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a record whose lock another program has overwritten is removed', () => {
  const folder = join(newFolder(), 'processes');
  const withdraw = announceProgram({ program, dataFolder: 'mine' }, folder);
  writeFileSync(join(folder, '1-a.json'), JSON.stringify({ pid: 1, program, dataFolder: 'other' }));
  writeFileSync(join(folder, '1-a.lock'), 'x'.repeat(1000));
  expect(findOtherPrograms(program, folder)).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.startsWith('1-a'))).toEqual([]);
  withdraw();
});

test('a process does not find itself, and removes its own record', () => {
  const folder = join(newFolder(), 'processes');
  const withdraw = announceProgram({ program, dataFolder: 'mine' }, folder);
  expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toHaveLength(1);
  expect(findOtherPrograms(program, folder)).toEqual([]);
  withdraw();
  expect(readdirSync(folder)).toEqual([]);
});
