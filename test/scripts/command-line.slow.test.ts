/** The developers' commands describe their usage. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';

const repository = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
/** The commands that are files of this repository. The program itself is tested in test/main/cli. */
const commands = Object.entries(scripts).flatMap(([name, command]) => {
  const words = command.split(' ');
  return words[0] === 'node' && !command.includes('main/headless.ts') ? [{ name, args: words.slice(1) }] : [];
});

async function run(args: readonly string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, args, { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await ended, stdout, stderr };
}

/** By the name of the command. They are started together: each waits most of the time. */
let usages: ReadonlyMap<string, Awaited<ReturnType<typeof run>>>;
beforeAll(async () => {
  usages = new Map(await Promise.all(commands.map(async ({ name, args }) => [name, await run([...args, '--help'])] as const)));
});

describe('npm run', () => {
  test.each(commands)('$name answers --help with its usage', ({ name }) => {
    const { status, stdout, stderr } = usages.get(name) ?? { status: null, stdout: '', stderr: '' };
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: npm /);
    expect(stdout).toContain(name);
  });

  test.each(['test/soak/soak.ts', 'test/mutation/run.ts', 'test/bench/run.ts', 'scripts/check.mjs'])(
    'an unknown option of %s is named, with the usage',
    async (file) => {
      const { status, stdout, stderr } = await run(['--disable-warning=ExperimentalWarning', file, '--no-such-option']);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^Unknown option '--no-such-option'.*\nUsage: npm /s);
    },
  );

  test('an option that must be a number is checked', async () => {
    const { status, stderr } = await run(['--disable-warning=ExperimentalWarning', 'test/soak/soak.ts', '--minutes', 'ten']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^--minutes must be a number, not "ten"\.\nUsage: npm run soak/);
  });
});
