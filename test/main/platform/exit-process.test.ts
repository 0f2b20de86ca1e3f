import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../../new-folder.ts';

test.runIf(process.platform === 'linux')(
  '[Targets] operations that never end leave threads for other disks, and the process ends with its exit code',
  async () => {
    const pipe = join(newFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const child = spawn(process.execPath, [join(import.meta.dirname, 'stuck-process.ts'), pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    expect(await once(child, 'close')).toEqual([3, null]);
    expect(output).toBe(`${'ETIMEDOUT\n'.repeat(8)}folder\n`);
  },
);
