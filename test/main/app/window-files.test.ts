/** The content security policy of the window. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRendererFile } from '../../../main/app/window-files.ts';

test('allows no code but its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-renderer-'));
  writeFileSync(join(folder, 'index.html'), '');
  const file = await readRendererFile(folder, '/');
  rmSync(folder, { recursive: true });
  const directives = new Map(
    (file?.headers['content-security-policy'] ?? '').split('; ').map((directive): [string, string] => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
  expect(Object.fromEntries(directives)).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'worker-src': "'self'",
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'taleport ProseMirrorClipboard',
  });
});
