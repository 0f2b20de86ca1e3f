/** [Project file] Properties of portable project files, for any project and any damage. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileStore, openFileStore } from '../../main/assets/file-store.ts';
import { storedFilesStoreName } from '../../main/assets/stored-file-index.ts';
import { type Engine, openEngine } from '../../main/engine/engine.ts';
import { exporterIds, exportStory } from '../../main/exporters/exporters.ts';
import { importProjectFile } from '../../main/importers/import-project-file.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';
import { Problem } from '../../shared/problem.ts';
import { everything } from '../main/exporters/everything.ts';
import { randomStory } from '../main/exporters/random-story.ts';
import { jpeg, oggVideo, png, wav } from '../media-files.ts';
import { findProjectErrors } from '../project-errors.ts';
import { createImported, noLimits, pack, projectFileBytes, textOf, unpack, withText } from '../project-file-tools.ts';
import { commandSketches, toCommand } from '../random-commands.ts';
import { cases, expectEnough } from '../rounds.ts';
import { createTestStory } from '../story-builder.ts';
import { createTestEnvironment } from '../test-environment.ts';

const environment = createTestEnvironment();
let folder = '';
let engine: Engine;
let fileStore: FileStore;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-project-file-'));
  engine = openEngine(null, environment, { findStoredFile: (hash, file) => fileStore.find(hash, file) });
  fileStore = openFileStore(join(folder, 'vault'), engine.openKeyValueStore(storedFilesStoreName), environment);
});
afterAll(async () => {
  await fileStore.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

const media = [png(3, 2), png(30, 20, 'another'), jpeg(), wav(), oggVideo()];
const recordsById = (project: Project) => new Map([...project.records()].map((record) => [record.id, record]));

async function storeFile(hash: string, bytes: Uint8Array, name = 'File') {
  const stream = (async function* () {
    yield bytes;
  })();
  const { file, type } = await fileStore.store(hash, { name, bytes: stream, limits: noLimits });
  return { file, type };
}

async function importBytes(bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'random.taleport');
  writeFileSync(path, bytes);
  return createImported(engine, fileStore, await importProjectFile(path, { fileStore, fileName: 'random.taleport', limits: noLimits }));
}

async function expectRoundTrip(hash: string): Promise<void> {
  const project = engine.getProject(hash);
  const bytes = await projectFileBytes(project, fileStore, hash);
  const importedHash = await importBytes(bytes);
  const imported = engine.getProject(importedHash);
  expect(importedHash).not.toBe(hash);
  expect(recordsById(imported)).toEqual(recordsById(project));
  expect(await projectFileBytes(imported, fileStore, importedHash)).toEqual(bytes);
  for (const format of exporterIds) {
    const options = { format, allLocales: true, destination: 'file' } as const;
    expect(exportStory(imported, options), format).toBe(exportStory(project, options));
  }
  const named = new Set([...project.recordsOfKind('asset')].map(({ file }) => file));
  const withoutTime = (of: string) => fileStore.list(of).filter(({ file }) => named.has(file));
  expect(withoutTime(importedHash)).toEqual(withoutTime(hash));
}

describe('[Project file] export and import', () => {
  test('give an equal project with equal files and byte-equal exports, after any commands', async () => {
    await fc.assert(
      fc.asyncProperty(commandSketches(), fc.array(fc.constantFrom(...media), { maxLength: 3 }), async (list, files) => {
        const { hash, project, send } = createTestStory(engine, environment);
        for (const [index, bytes] of files.entries()) {
          send({ do: 'create', kind: 'asset', fields: { name: `Ässet ${index}`, ...(await storeFile(hash, bytes, `File ${index}`)) } });
        }
        for (const wish of list) {
          const command = toCommand(wish, project);
          try {
            if (command) send(command);
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
          }
        }
        await expectRoundTrip(hash);
      }),
      { numRuns: cases(25) },
    );
  });

  test('give an equal project with equal files, whatever the assets and their folders are called', async () => {
    const oddNames = [
      'map.png',
      'MAP.PNG',
      'ä.png',
      'a\u0308.png',
      'CON',
      'nul.txt',
      'trailing. .',
      '../up.png',
      '\u202egnp.exe',
      'شخصية.png',
      '🗝️👨‍👩‍👧.png',
      'Hero #1 100% & more.png',
      'x'.repeat(255),
    ];
    const name = fc.oneof(fc.constantFrom(...oddNames), fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }));
    let mostlyCreated = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name, bytes: fc.option(fc.constantFrom(...media)) }), { minLength: 1, maxLength: 10 }),
        async (assets) => {
          const { hash, project, send } = createTestStory(engine, environment);
          let parentId = project.projectRecord.roots.asset;
          let created = 0;
          for (const asset of assets) {
            const isFolder = asset.bytes === null;
            const fields = asset.bytes === null ? { type: 'folder' as const } : await storeFile(hash, asset.bytes);
            try {
              const { ids } = send({ do: 'create', kind: 'asset', fields: { ...fields, name: asset.name, parentId } });
              if (isFolder) parentId = ids[0] ?? parentId;
              created += 1;
            } catch (error) {
              // Some of the random names are refused.
              if (!(error instanceof Problem)) throw error;
            }
          }
          if (created >= assets.length / 2) mostlyCreated += 1;
          await expectRoundTrip(hash);
        },
      ),
      { numRuns: cases(25) },
    );
    expectEnough(mostlyCreated, cases(25), 0.5);
  });

  test('give an equal project with byte-equal exports, for any story', async () => {
    await fc.assert(
      fc.asyncProperty(randomStory, async (story) => {
        await expectRoundTrip(engine.createProject([...story.project().records()]).hash);
      }),
      { numRuns: cases(15) },
    );
  });

  test('give an equal project with every kind of record and every field', async () => {
    await expectRoundTrip(engine.createProject([...everything().project().records()]).hash);
  });
});

/** Replaces, removes or adds a value somewhere in a JSON value. */
function mutate(value: unknown, picks: readonly number[], replacement: unknown): unknown {
  const [pick = 0, ...rest] = picks;
  if (typeof value !== 'object' || value === null || rest.length === 0) return replacement;
  const keys = Object.keys(value);
  const key = keys[pick % (keys.length + 1)] ?? 'added';
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (rest.length === 1 && pick % 5 === 0) delete copy[key];
  else copy[key] = mutate(copy[key], rest, replacement);
  return copy;
}

describe('[Project file] whatever a file contains', () => {
  test('it is imported as a consistent project, or a Problem describes it and nothing is created', async () => {
    const seen = { imported: 0, rejected: 0 };
    const entries = unpack(await projectFileBytes(everything().project()));
    const lines = textOf(entries, 'records.jsonl').trimEnd().split('\n');
    const ids = lines.map((line) => (JSON.parse(line) as AnyRecord).id);
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(...ids, 'a0', 'root-b', '__proto__', 'constructor', 'folder', null),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(lines.length),
        fc.array(fc.nat(40), { minLength: 2, maxLength: 5 }),
        value,
        async (at, picks, replacement) => {
          const line = lines[at];
          const changed =
            line === undefined
              ? withText(entries, 'manifest.json', (text) => JSON.stringify(mutate(JSON.parse(text), picks, replacement)))
              : withText(entries, 'records.jsonl', () => {
                  const next = [...lines];
                  next[at] = JSON.stringify(mutate(JSON.parse(line), picks, replacement));
                  return next.join('\n');
                });
          const before = engine.listProjects().length;
          try {
            const hash = await importBytes(pack(changed));
            seen.imported++;
            expect(findProjectErrors(engine.getProject(hash).records())).toEqual([]);
            engine.removeProject(hash);
          } catch (error) {
            if (!(error instanceof Problem) || error.code === 'internal' || error.code === 'store') throw error;
            seen.rejected++;
          }
          expect(engine.listProjects()).toHaveLength(before);
        },
      ),
      { numRuns: cases(375) },
    );
    expectEnough(seen.imported, cases(375), 0.05);
    expectEnough(seen.rejected, cases(375), 0.2);
  });

  test('a file whose bytes were changed is a Problem, or the change makes no difference', async () => {
    const { hash, send } = createTestStory(engine, environment);
    const stream = (async function* () {
      yield png();
    })();
    const { file } = await fileStore.store(hash, { name: 'Gate', bytes: stream, limits: noLimits });
    send({ do: 'create', kind: 'asset', fields: { name: 'Gate', type: 'image', file } });
    const bytes = await projectFileBytes(engine.getProject(hash), fileStore, hash);
    const expected = recordsById(engine.getProject(hash));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, flip, isCut) => {
        const changed = Buffer.from(isCut ? bytes.subarray(0, at) : bytes);
        if (!isCut) changed[at] = (changed[at] ?? 0) ^ flip;
        try {
          const importedHash = await importBytes(changed);
          expect(recordsById(engine.getProject(importedHash))).toEqual(expected);
          expect(fileStore.list(importedHash).map(({ sha256 }) => sha256)).toEqual(fileStore.list(hash).map(({ sha256 }) => sha256));
        } catch (error) {
          if (!(error instanceof Problem) || error.code === 'internal' || error.code === 'store') throw error;
        }
      }),
      { numRuns: cases(150) },
    );
  });

  test.each(['records.jsonl', 'manifest.json'])('%s is part of every file', async (name) => {
    const { [name]: _removed, ...entries } = unpack(await projectFileBytes(everything().project()));
    await expect(importBytes(pack(entries))).rejects.toThrow(name);
  });
});
