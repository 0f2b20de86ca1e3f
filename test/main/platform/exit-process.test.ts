import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../../new-folder.ts';

test.runIf(process.platform === 'linux').each([8, 0])(
  '[Targets] operations that never end, of which %s were given up, leave threads for other disks, and the process ends with its exit code',
  async (count) => {
    const pipe = join(newFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const program = join(import.meta.dirname, 'stuck-process.ts');
    const child = spawn(process.execPath, [program, pipe, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    expect(await once(child, 'close')).toEqual([3, null]);
    expect(output).toBe(`${'ETIMEDOUT\n'.repeat(count)}folder\n`);
  },
);
