/** The developers' commands describe their usage. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const repository = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
/** The commands that are files of this repository. The program itself is tested in test/main/cli. */
const commands = Object.entries(scripts).flatMap(([name, command]) => {
  const words = command.split(' ');
  return words[0] === 'node' && !command.includes('main/headless.ts') ? [{ name, args: words.slice(1) }] : [];
});

const run = (args: readonly string[]) => spawnSync(process.execPath, args, { cwd: repository, encoding: 'utf8' });

describe('npm run', () => {
  test.each(commands)('$name answers --help with its usage', ({ name, args }) => {
    const { status, stdout, stderr } = run([...args, '--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: npm /);
    expect(stdout).toContain(name);
  });

  test.each(['test/soak/soak.ts', 'test/mutation/run.ts', 'test/bench/run.ts', 'scripts/check.mjs'])(
    'an unknown option of %s is named, with the usage',
    (file) => {
      const { status, stdout, stderr } = run(['--disable-warning=ExperimentalWarning', file, '--no-such-option']);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^Unknown option '--no-such-option'.*\nUsage: npm /s);
    },
  );

  test('an option that must be a number is checked', () => {
    const { status, stderr } = run(['--disable-warning=ExperimentalWarning', 'test/soak/soak.ts', '--minutes', 'ten']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^--minutes must be a number, not "ten"\.\nUsage: npm run soak/);
  });
});
