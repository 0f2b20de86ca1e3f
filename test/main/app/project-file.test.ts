/** [Project file] Portable project files: written whole or not at all; what is wrong with a file is named, and nothing is created then. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LocalBackend, openBackend } from '../../../main/app/backend/backend.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { InvokeCall } from '../../../shared/contracts/ipc/call-types.ts';
import { Problem } from '../../../shared/problem.ts';
import { png } from '../../media-files.ts';
import { type Entries, pack, textOf, unpack, withText } from '../../project-file-tools.ts';
import { listStoredFiles } from '../../stored-files.ts';
import { createTestEnvironment } from '../../test-environment.ts';

let folder = '';
let backend: LocalBackend;
let invoke: InvokeCall;
let hash = '';
let file = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-project-file-'));
  backend = await openBackend(join(folder, 'data'), createTestEnvironment());
  invoke = createInvoke(backend);
  ({ hash } = await invoke('project.create', { template: 'video-sample' }));
  mkdirSync(join(folder, 'out'));
  file = join(folder, 'out', 'story.taleport');
});
afterEach(async () => {
  await backend.close();
  rmSync(folder, { recursive: true });
});

const write = (more: { noClobber?: boolean; job?: string } = {}) => invoke('project.writeProjectFile', { hash, file, ...more });
const stored = () => listStoredFiles(join(folder, 'data', 'vault')).sort();

/** The Problem with which the import of these bytes is rejected, after checking that it has created nothing. */
async function rejected(bytes: Uint8Array, name = 'story.taleport'): Promise<Problem> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const before = [await invoke('project.list', {}), stored()];
  const error: unknown = await invoke('project.import', { source: { path } }).then(
    () => undefined,
    (problem: unknown) => problem,
  );
  expect([await invoke('project.list', {}), stored()]).toEqual(before);
  if (error instanceof Problem) return error;
  throw new Error('The file was imported');
}

async function writtenEntries(): Promise<Entries> {
  await write();
  return unpack(readFileSync(file));
}

describe('[Project file] writing', () => {
  test('creates a file, replaces it, and adds nothing else to the folder', async () => {
    const { bytes } = await write();
    const first = readFileSync(file);
    expect(first.length).toBe(bytes);
    await write();
    expect(readFileSync(file)).toEqual(first);
    expect(readdirSync(join(folder, 'out'))).toEqual(['story.taleport']);
  });

  test('rejects an existing file with --no-clobber, and a folder', async () => {
    writeFileSync(file, 'mine');
    await expect(write({ noClobber: true })).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await expect(invoke('project.writeProjectFile', { hash, file: folder })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('contains the version of the format, all languages, comments, the stylesheet and the bytes of files', async () => {
    const { hash: sample } = await invoke('project.create', { template: 'tabletop-campaign-sample' });
    await invoke('project.send', {
      hash: sample,
      command: { do: 'change', kind: 'project', id: 'project', fields: { css: 'p { color: teal }' } },
    });
    await invoke('project.send', { hash: sample, command: { do: 'addLocale', locale: { iso: 'de', name: 'Deutsch', base: 'en' } } });
    const note = { do: 'addLocalComment', kind: 'project', id: 'project', text: 'Only for me' } as const;
    await invoke('project.send', { hash: sample, command: note });
    await invoke('project.writeProjectFile', { hash: sample, file });
    const records = textOf(unpack(readFileSync(file)), 'records.jsonl');
    expect(records).toContain('p { color: teal }');
    expect(records).toContain('"text":"Only for me"');
    expect(records).toContain('{"iso":"de","name":"Deutsch","base":"en"}');
    const entries = await writtenEntries();
    const manifest = JSON.parse(textOf(entries, 'manifest.json'));
    expect(manifest).toMatchObject({ format: 'taleport-project', formatVersion: 1 });
    expect(manifest.files.length).toBeGreaterThan(0);
    for (const each of manifest.files) expect(entries[`files/${each.file}`]?.length, each.file).toBe(each.bytes);
    const kinds = new Set(
      records
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).kind),
    );
    for (const kind of ['project', 'board', 'element', 'comment', 'reply']) expect(kinds).toContain(kind);
  });

  test('a stored file that is damaged or missing is named, and the old project file remains', async () => {
    await write();
    const before = readFileSync(file);
    const { files } = JSON.parse(textOf(unpack(before), 'manifest.json'));
    const { sha256, name } = files[0];
    const path = join(folder, 'data', 'vault', sha256.slice(0, 2), sha256);
    writeFileSync(path, 'other bytes');
    await expect(write()).rejects.toThrow(`The file ${name} of this project is damaged`);
    rmSync(path);
    await expect(write()).rejects.toThrow(`The file ${name} of this project can’t be read`);
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(join(folder, 'out'))).toEqual(['story.taleport']);
  });

  test('a cancelled export leaves the old project file', async () => {
    writeFileSync(file, 'old');
    const writing = write({ job: 'export' });
    await invoke('job.cancel', { job: 'export' });
    await expect(writing).rejects.toMatchObject({ code: 'cancelled' });
    expect(readFileSync(file, 'utf8')).toBe('old');
  });
});

describe('[Project file] importing', () => {
  test('creates a new project, also next to the original, and under another name', async () => {
    await write();
    const { hash: second, name, notes } = await invoke('project.import', { source: { path: file }, name: 'Copy' });
    expect(second).not.toBe(hash);
    expect({ name, notes }).toEqual({ name: 'Copy', notes: [] });
    const { name: original } = await invoke('project.import', { source: { path: file } });
    expect((await invoke('project.list', {})).map((each) => each.name).sort()).toEqual(['Copy', original, original].sort());
  });

  test('recognizes a project file under any name', async () => {
    await write();
    const renamed = join(folder, 'renamed.zip');
    writeFileSync(renamed, readFileSync(file));
    expect((await invoke('project.import', { source: { path: renamed } })).notes).toEqual([]);
  });

  test('ignores files that an operating system adds when the file is packed again', async () => {
    const entries = await writtenEntries();
    writeFileSync(file, pack({ '__MACOSX/._records.jsonl': strToU8('x'), '.DS_Store': strToU8('x'), ...entries }));
    expect((await invoke('project.import', { source: { path: file } })).notes).toEqual([]);
  });

  test('a file that ends early, at any place, is damaged', async () => {
    await write();
    const bytes = readFileSync(file);
    for (const part of [0, 1, 3, 30, bytes.length >> 1, bytes.length - 23, bytes.length - 1])
      expect((await rejected(bytes.subarray(0, part))).message, String(part)).toContain('story.taleport is damaged or incomplete');
  });

  test('a file of a newer format is rejected with both versions, whatever else its manifest contains', async () => {
    const entries = await writtenEntries();
    const newer = withText(entries, 'manifest.json', () => '{"format":"taleport-project","formatVersion":2,"parts":[]}');
    const problem = await rejected(pack(newer));
    expect(problem.code).toBe('unsupported');
    expect(problem.message).toBe(
      'story.taleport was created by a newer version of Taleport (file format 2; this version reads up to 1). Update Taleport to import it.',
    );
  });

  test('a manifest, or a record, of 60 million brackets takes no memory', async () => {
    const entries = await writtenEntries();
    const brackets = new Uint8Array(60_000_000).fill(0x5b);
    const withEntry = (name: string, bytes: Uint8Array) => zipSync({ ...entries, [name]: bytes }, { level: 1 });
    expect((await rejected(withEntry('manifest.json', brackets))).message).toContain('isn’t a Taleport project file');
    expect((await rejected(withEntry('records.jsonl', brackets))).message).toContain('records.jsonl:1');
  });

  test('another .zip under this name is not a project file', async () => {
    expect((await rejected(zipSync({ 'project.json': strToU8('{}') }))).message).toContain('manifest.json is missing');
    expect((await rejected(zipSync({ 'manifest.json': strToU8('{"name":"a browser extension"}') }))).message).toContain(
      'isn’t a Taleport project file',
    );
  });

  test('a path that leads out of the file is rejected', async () => {
    const entries = await writtenEntries();
    for (const name of ['../evil.sh', 'files/../../evil.sh', '/etc/cron.d/evil', 'C:/evil.exe', 'files\\..\\..\\evil.exe'])
      expect((await rejected(pack({ ...entries, [name]: strToU8('x') }))).message, name).toContain(
        `contains ${name}, a path that leads out`,
      );
  });

  test('an encrypted entry, a link and an entry that exists twice are rejected by name', async () => {
    const entries = await writtenEntries();
    const encrypted = Buffer.from(pack(entries));
    for (let at = encrypted.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = encrypted.indexOf('PK\x01\x02', at + 1, 'latin1'))
      if (encrypted.toString('latin1', at + 46, at + 46 + 13) === 'records.jsonl') encrypted.writeUInt16LE(1, at + 8);
    expect((await rejected(encrypted)).message).toContain('records.jsonl in story.taleport is encrypted');
    const link = pack({ ...entries, 'files/link.png': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] });
    expect((await rejected(link)).message).toContain('files/link.png in story.taleport is a link');
    const twice = Buffer.from(pack({ ...entries, 'recordz.jsonl': strToU8('{}') }));
    for (let at = twice.indexOf('recordz'); at >= 0; at = twice.indexOf('recordz', at)) twice.write('records', at);
    expect((await rejected(twice)).message).toContain('story.taleport is damaged: it contains records.jsonl twice');
  });

  test('[G33] an archive that states or unpacks to too much is refused before it is unpacked', async () => {
    const entries = await writtenEntries();
    const bomb = (stated: number) => {
      const bytes = Buffer.from(pack({ ...entries, 'records.jsonl': Buffer.alloc(1_000_000, '{}\n') }));
      const at = bytes.lastIndexOf('records.jsonl') - 46;
      bytes.writeUInt32LE(stated, at + 24);
      return bytes;
    };
    const tooLarge = await rejected(bomb(600 * 2 ** 20));
    expect(tooLarge.code).toBe('tooLarge');
    expect(tooLarge.message).toContain('records.jsonl in story.taleport is larger than 512 MB');
    expect((await rejected(bomb(500 * 2 ** 20))).message).toContain('damaged or incomplete');
    expect((await rejected(bomb(1_000))).message).toContain('damaged or incomplete');
    const tooMany = await rejected(bomb(1_000_000));
    expect(tooMany.json.errors).toMatchObject({ 'records.jsonl': expect.stringContaining('that the manifest lists') });
  });

  test('every broken record is named by its line or its own name', async () => {
    const entries = await writtenEntries();
    const broken = withText(entries, 'records.jsonl', (text) => {
      const [project = '', second = '', third = '', ...rest] = text.split('\n');
      return [project, '{"kind":', JSON.stringify({ ...JSON.parse(third), kind: 'spell' }), ...rest, second].join('\n').trimEnd();
    });
    const { json } = await rejected(pack(broken));
    expect(json.errors).toMatchObject({ 'records.jsonl:2': 'isn’t JSON', 'records.jsonl:3.kind': expect.any(String) });
  });

  test('a comment has the name of the owner, once they have given one, whatever its length', async () => {
    const [owner] = await invoke('member.list', {});
    const text = 'Only for me';
    const comment = async (name?: string) => {
      if (name !== undefined) await invoke('member.change', { id: owner?.id ?? 0, fields: { name } });
      await invoke('project.send', { hash, command: { do: 'addLocalComment', kind: 'project', id: 'project', text } });
    };
    await comment();
    await comment('A'.repeat(255));
    await comment(' Ada ');
    const added = { do: 'addLocalComment', kind: 'project', id: 'project', text } as const;
    await invoke('project.send', { hash, command: { do: 'batch', commands: [added, { ...added, author: 'Ben' }] } });
    const [, project = ''] = textOf(await writtenEntries(), 'records.jsonl').match(/^(\{"kind":"project".*)$/m) ?? [];
    const authors = Object.values<{ author?: string }>(JSON.parse(project).localComments).map(({ author }) => author);
    expect(authors).toEqual([undefined, 'A'.repeat(255), 'Ada', 'Ada', 'Ben']);
    await expect(invoke('project.import', { source: { path: file } })).resolves.toMatchObject({ hash: expect.any(String) });
  });

  test('local comments arrive, and malformed ones are rejected', async () => {
    const text = 'Only for me';
    await invoke('project.send', { hash, command: { do: 'addLocalComment', kind: 'project', id: 'project', text } });
    const entries = await writtenEntries();
    const { hash: imported } = await invoke('project.import', { source: { path: file } });
    await invoke('project.writeProjectFile', { hash: imported, file });
    expect(textOf(unpack(readFileSync(file)), 'records.jsonl')).toBe(textOf(entries, 'records.jsonl'));
    const malformed = withText(entries, 'records.jsonl', (lines) => lines.replace(`"text":"${text}"`, '"text":7'));
    expect((await rejected(pack(malformed))).json.errors).toHaveProperty(['project.localComments']);
  });

  test('frames arrive as frames', async () => {
    const readRecords = async (): Promise<Record<string, unknown>[]> => {
      const lines = textOf(await writtenEntries(), 'records.jsonl')
        .trimEnd()
        .split('\n');
      return lines.map((line) => JSON.parse(line));
    };
    const boardId = String((await readRecords()).find(({ kind, type }) => kind === 'board' && type === 'board')?.id);
    const fields = { boardId, x: 0, y: 0, isFrame: true };
    await invoke('project.send', { hash, command: { do: 'create', kind: 'note', fields } });
    await write();
    ({ hash } = await invoke('project.import', { source: { path: file } }));
    expect((await readRecords()).filter(({ isFrame }) => isFrame)).toHaveLength(1);
  });

  test('text that no editor of Taleport would store is rejected', async () => {
    const entries = await writtenEntries();
    const hostile = withText(entries, 'records.jsonl', (text) => text.replace('<p>', '<p onclick=\\"alert(1)\\">'));
    const { json } = await rejected(pack(hostile));
    expect(Object.keys(json.errors).some((path) => /\.(?:content|title)/.test(path))).toBe(true);
  });

  test('a file with other bytes than the manifest states is named', async () => {
    const entries = await writtenEntries();
    const { files } = JSON.parse(textOf(entries, 'manifest.json'));
    const image = files.find(({ type }: { type: string }) => type === 'image');
    const other = Buffer.from(entries[`files/${image.file}`] ?? []);
    other.writeUInt8(other.readUInt8(other.length - 1) ^ 1, other.length - 1);
    expect((await rejected(pack({ ...entries, [`files/${image.file}`]: other }))).message).toBe(
      `${image.name} in story.taleport is damaged.`,
    );
    const { [`files/${image.file}`]: _removed, ...without } = entries;
    expect((await rejected(pack(without))).message).toContain(`files/${image.file} is missing`);
  });

  test('[Limits] a file that is too large for the workspace is named, and no file is stored', async () => {
    const entries = await writtenEntries();
    const { files } = JSON.parse(textOf(entries, 'manifest.json'));
    await invoke('workspace.set', { fileBytes: 10 });
    const { message } = await rejected(pack(entries));
    expect(message).toContain(`The file “${files[0].name}” in story.taleport can’t be imported`);
  });

  test('a cancelled import stores nothing', async () => {
    await write();
    const before = [await invoke('project.list', {}), stored()];
    const importing = invoke('project.import', { source: { path: file }, job: 'import' });
    await invoke('job.cancel', { job: 'import' });
    await expect(importing).rejects.toMatchObject({ code: 'cancelled' });
    expect([await invoke('project.list', {}), stored()]).toEqual(before);
  });
});

test('[Project file] a replaced picture is exported with its new bytes', async () => {
  writeFileSync(join(folder, 'gate.png'), png(40, 30));
  const { file: storedName, type } = await invoke('asset.store', { hash, path: join(folder, 'gate.png') });
  await invoke('project.send', { hash, command: { do: 'create', kind: 'asset', fields: { name: 'Gate', type, file: storedName } } });
  const entries = await writtenEntries();
  expect(Buffer.from(entries[`files/${storedName}`] ?? [])).toEqual(png(40, 30));
});
