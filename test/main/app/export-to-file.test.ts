/** [Command line] exports to a file of the user's choice: whole or not at all, over regular files only. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { replaceFile, replaceFileSync } from '../../../main/platform/atomic-file.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { newFolder } from '../../new-folder.ts';
import { hasFileLinks, hasModes } from '../../system-abilities.ts';
import { createTestEnvironment } from '../../test-environment.ts';

async function opened(template: 'sample' | 'empty') {
  const backend = await openBackend(null, createTestEnvironment());
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  const { hash } = await invoke('project.create', { template });
  const folder = newFolder();
  const exportTo = (name: string, more: { noClobber?: boolean; force?: boolean } = {}, format = 'json') =>
    invoke('project.export', { hash, file: join(folder, name), options: { format }, ...more });
  return { folder, exportTo, invoke, hash };
}

describe('[Command line] export to a file', () => {
  test('creates the file, replaces a regular one, and adds nothing else to the folder', async () => {
    const { folder, exportTo } = await opened('sample');
    const { bytes } = await exportTo('story.json');
    const text = readFileSync(join(folder, 'story.json'));
    expect(text.length).toBe(bytes);
    writeFileSync(join(folder, 'story.json'), 'something else');
    await exportTo('story.json');
    expect(readFileSync(join(folder, 'story.json'))).toEqual(text);
    expect(readdirSync(folder)).toEqual(['story.json']);
  });

  test('--no-clobber rejects an existing file, and creates a missing one', async () => {
    const { folder, exportTo } = await opened('sample');
    writeFileSync(join(folder, 'story.json'), 'mine');
    await expect(exportTo('story.json', { noClobber: true })).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(join(folder, 'story.json'), 'utf8')).toBe('mine');
    await exportTo('other.json', { noClobber: true });
    expect(existsSync(join(folder, 'other.json'))).toBe(true);
  });

  test('rejects a link, a folder, a device, a relative path and a missing folder', async () => {
    const { folder, exportTo } = await opened('sample');
    writeFileSync(join(folder, 'target.json'), 'mine');
    if (hasFileLinks) symlinkSync(join(folder, 'target.json'), join(folder, 'link.json'));
    mkdirSync(join(folder, 'folder.json'));
    const links = hasFileLinks ? ['link.json'] : [];
    const devices = process.platform === 'win32' ? [] : ['../../../../../../dev/null'];
    for (const name of [...links, 'folder.json', ...devices])
      await expect(exportTo(name), name).rejects.toMatchObject({ code: 'invalid', json: { errors: { file: expect.any(String) } } });
    await expect(exportTo('missing/story.json')).rejects.toMatchObject({ code: 'folder' });
    expect(readFileSync(join(folder, 'target.json'), 'utf8')).toBe('mine');
    expect(readdirSync(folder).sort()).toEqual(['folder.json', ...links, 'target.json']);
  });

  test('--force writes an export in spite of errors, and reports them', async () => {
    const { folder, exportTo } = await opened('empty');
    await expect(exportTo('story.json', {}, 'unity')).rejects.toMatchObject({ code: 'storyError' });
    expect(readdirSync(folder)).toEqual([]);
    const { warnings } = await exportTo('story.json', { force: true }, 'unity');
    expect(warnings).toContainEqual(expect.objectContaining({ severity: 'error' }));
    expect(JSON.parse(readFileSync(join(folder, 'story.json'), 'utf8'))).toHaveProperty('boards');
  });
});

describe('[Store] files that are replaced whole', () => {
  test('content that fails halfway leaves the old file and no other file', async () => {
    const folder = newFolder();
    const file = join(folder, 'kept');
    writeFileSync(file, 'old');
    async function* failing() {
      yield Buffer.from('half of the new');
      throw new Error('the disk is full');
    }
    await expect(replaceFile(file, failing())).rejects.toThrow('the disk is full');
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['kept']);
  });

  test.runIf(hasModes)('the file has the requested permissions from its first byte', async () => {
    const folder = newFolder();
    await replaceFile(join(folder, 'one'), 'secret', { mode: 0o600 });
    replaceFileSync(join(folder, 'two'), 'secret', { mode: 0o600 });
    for (const name of ['one', 'two']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });
});

describe('[Command line] export of a document', () => {
  test('the extension of the file chooses how it is written; other extensions, languages and components are rejected', async () => {
    const { invoke, hash, folder } = await opened('sample');
    const write = (name: string, options: object = {}) =>
      invoke('project.exportDocument', { hash, file: join(folder, name), format: 'script', options });
    for (const name of ['story.docx', 'story.xlsx']) {
      const { bytes } = await write(name);
      const written = readFileSync(join(folder, name));
      expect([written.length, written.subarray(0, 2).toString()]).toEqual([bytes, 'PK']);
    }
    for (const [field, name, options] of [
      ['file', 'story.pdf', {}],
      ['options.locales', 'story.docx', { locales: ['xx'] }],
      ['options.componentIds', 'story.docx', { componentIds: ['xx'] }],
    ] as const)
      await expect(write(name, options), field).rejects.toMatchObject({
        code: 'invalid',
        json: { errors: { [field]: expect.any(String) } },
      });
    expect(readdirSync(folder).sort()).toEqual(['story.docx', 'story.xlsx']);
  });
});
