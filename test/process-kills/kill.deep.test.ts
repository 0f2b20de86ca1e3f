/** kill -9 at random moments: the data can be opened, is consistent, and contains every write that was answered. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openEngine } from '../../main/engine/engine.ts';
import { checkDatabase, openReadOnlyDatabase } from '../../main/engine/storage/sqlite.ts';
import { readStoryFolder } from '../../main/story-folder/read-folder.ts';
import { jsonEquals } from '../../shared/model/change-set.ts';
import { openStoryFolders, storyFolderOf } from '../main/story-folder/link/open-story-folders.ts';
import { nextTurn } from '../next-turn.ts';
import { bundleOf } from '../programs.ts';
import { findProjectErrors } from '../project-errors.ts';
import { cases, rounds } from '../rounds.ts';
import { testRunSeed } from '../seed.ts';
import { createTestEnvironment } from '../test-environment.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

interface ProcessMessage {
  ready?: boolean;
  created?: string;
  elements?: number;
  hash?: string;
  id?: string;
  title?: string;
  edited?: string[];
  version?: number;
}

const script = await bundleOf(join(import.meta.dirname, 'writer.ts'));

/** Runs the writer, kills it some milliseconds after it has printed `lines` lines, and returns the complete lines. */
function killed(folder: string, seed: number, what: string, lines: number): Promise<ProcessMessage[]> {
  const moment = (seed * 13) % 29;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, folder, String(seed), what]);
    let text = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.split('\n').length > lines) setTimeout(() => child.kill('SIGKILL'), moment);
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.on('error', reject);
    child.on('close', () => {
      if (errors !== '') reject(new Error(errors));
      else
        resolve(
          text
            .split('\n')
            .slice(0, -1)
            .map((line) => JSON.parse(line)),
        );
    });
  });
}

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-kill-'));
  folders.push(folder);
  return folder;
};

const integrity = (folder: string) => {
  const database = openReadOnlyDatabase(join(folder, 'taleport.sqlite'));
  const found = checkDatabase(database, 'integrity_check');
  database.close();
  return found;
};

/** How many projects the file has, and for how many their records, also of those that no list contains. */
const storedProjects = (folder: string) => {
  const database = openReadOnlyDatabase(join(folder, 'taleport.sqlite'));
  const count = (sql: string) => database.prepare(sql).pluck().get();
  const counts = [count('SELECT count(*) FROM project'), count('SELECT count(DISTINCT project) FROM record')];
  database.close();
  return counts;
};

const seed = testRunSeed();
const editKills = cases(4, 700);
const importKills = cases(3, 300);
const longKills = cases(2, 100);
const folderKills = cases(1, 1000);

describe('killed at a random moment', { timeout: 60_000 * rounds }, () => {
  test(`${editKills} times in a stream of edits: every answered edit is there`, async () => {
    const folder = newFolder();
    const lastTitles = new Map<string, string>();
    let answered = 0;
    for (let round = 0; round < editKills; round++) {
      const said = await killed(folder, seed + round, 'edit', 2 + (((seed + round) * 37) % 90));
      for (const { id, title } of said) if (id && title) lastTitles.set(id, title);
      answered += said.length - 1;
      const last = said.at(-1);
      const engine = openEngine(folder, createTestEnvironment());
      expect(engine.lostChanges).toBeNull();
      const [project] = engine.listProjects();
      if (project) {
        const story = engine.getProject(project.hash);
        expect(engine.getVersion(project.hash).version).toBeGreaterThanOrEqual(last?.version ?? 1);
        // One unconfirmed edit may exist too: the one whose response was pending.
        const differing = [...lastTitles].filter(([id, title]) => story.find('element', id)?.title.en?.text !== title);
        expect(differing.length).toBeLessThanOrEqual(1);
        for (const [id] of differing) lastTitles.set(id, story.find('element', id)?.title.en?.text ?? '');
        if (differing.length === 1) expect(engine.getVersion(project.hash).version).toBe((last?.version ?? 0) + 1);
      }
      await engine.close();
      expect(integrity(folder)).toBe('ok');
    }
    expect(answered).toBeGreaterThan(8 * editKills);
  });

  test(`${importKills} times in a stream of imports: each project is there as a whole or not at all`, async () => {
    const folder = newFolder();
    const created = new Set<string>();
    for (let round = 0; round < importKills; round++) {
      for (const { created: hash } of await killed(folder, seed + round, 'import', 2 + ((seed + round) % 4))) if (hash) created.add(hash);
      const engine = openEngine(folder, createTestEnvironment());
      expect(engine.lostChanges).toBeNull();
      const hashes = engine.listProjects().map(({ hash }) => hash);
      for (const hash of created) expect(hashes).toContain(hash);
      expect(hashes.length - created.size).toBeLessThanOrEqual(1);
      for (const hash of hashes) {
        if (created.has(hash) && round % 10 !== 0) continue;
        created.add(hash);
        expect(engine.getProject(hash).countOfKind('element')).toBe(400);
        expect(findProjectErrors(engine.getProject(hash).records())).toEqual([]);
      }
      // What the killed import has left is removed after the start.
      while (storedProjects(folder).some((count) => count !== hashes.length)) await nextTurn();
      await engine.close();
      expect(integrity(folder)).toBe('ok');
    }
    expect(created.size).toBeGreaterThan(importKills);
  });

  test(`[S7] [S8] ${folderKills} times while a story folder is read and written: no file is half written, the next start completes it, no edit is lost`, async () => {
    const data = newFolder();
    const story = storyFolderOf(data);
    const lastTitles = new Map<string, string>();
    let answered = 0;
    for (let round = 0; round < folderKills; round++) {
      const said = await killed(data, seed + round, 'folder', 2 + (((seed + round) * 37) % 7));
      for (const { edited = [], title } of said) for (const id of edited) if (title) lastTitles.set(id, title);
      answered += said.length - 1;
      const { problems } = await readStoryFolder(story);
      // Files are replaced one after the other: until the next start has completed that, one may name what another is to contain.
      expect(problems.filter(({ fault }) => !JSON.stringify(fault).includes('problem.missingTarget'))).toEqual([]);
      const environment = createTestEnvironment(seed + round);
      const engine = openEngine(data, environment);
      expect(engine.lostChanges).toBeNull();
      const { folders } = openStoryFolders(engine, environment, { log: (line) => process.stderr.write(`${line}\n`) });
      const [link] = folders.list();
      // The first process may have been killed before the link was made.
      if (link) {
        const [status] = await folders.sync({ hash: link.hash });
        expect(status).toMatchObject({ state: 'idle', conflicts: 0, problems: [] });
        const project = engine.getProject(link.hash);
        const inFolder = (await readStoryFolder(story)).project;
        expect([...inFolder.records()].filter((record) => !jsonEquals(record, project.get(record.id)))).toEqual([]);
        expect(inFolder.size).toBe(project.size);
        // Unconfirmed may be the edit whose response was pending: three elements here, or one in a file.
        const differing = [...lastTitles].filter(([id, title]) => project.find('element', id)?.title.en?.text !== title);
        expect(differing.length).toBeLessThanOrEqual(3);
        for (const [id] of differing) lastTitles.set(id, project.find('element', id)?.title.en?.text ?? '');
      }
      await folders.close();
      await engine.close();
      // Nothing staged is left, and no lock.
      expect(readdirSync(join(story, '.taleport~')).filter((name) => name !== '.gitignore')).toEqual([]);
    }
    expect(answered).toBeGreaterThan(2 * folderKills);
  });

  test(`${longKills} times while a board is removed and restored in slices: all of it or nothing, as the version says`, async () => {
    const folder = newFolder();
    let answered = 0;
    for (let round = 0; round < longKills; round++) {
      const said = await killed(folder, seed + round, 'long', 1 + ((seed + round) % 4));
      answered += said.length - 1;
      const engine = openEngine(folder, createTestEnvironment());
      expect(engine.lostChanges).toBeNull();
      const [project] = engine.listProjects();
      if (project) {
        const story = engine.getProject(project.hash);
        const { version } = engine.getVersion(project.hash);
        expect(version - (said.at(-1)?.version ?? version)).toBeOneOf([0, 1]);
        expect(story.countOfKind('element')).toBe(version % 2 === 1 ? 701 : 1);
        expect(findProjectErrors(story.records())).toEqual([]);
      }
      await engine.close();
      expect(integrity(folder)).toBe('ok');
    }
    expect(answered).toBeGreaterThan(longKills / 2);
  });
});
