/** The diagnostics bundle: data that helps to find a fault, without story texts, names, secrets and the user's paths. */

import { existsSync, realpathSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { arch, homedir, release } from 'node:os';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import type { Translator } from '../../../shared/messages/translator.ts';
import { BackupFolder, readBackupSettings } from '../../backups/backup-folder.ts';
import { replaceFile } from '../../platform/atomic-file.ts';
import { logFolderIn } from '../../platform/data-folder.ts';
import { isMissingError } from '../../platform/disk.ts';
import { maskSecrets } from '../../platform/log.ts';
import { assertWritable, toWriteProblem } from '../../platform/user-file.ts';
import { version } from '../../platform/version.ts';
import { zipOutput } from '../../platform/zip-output.ts';
import { examineDataFolder, type FolderExamination } from './examine-data-folder.ts';

/** Names shorter than this are not replaced, because they also occur inside other words. */
const minMaskedLength = 3;

/**
 * Writes the bundle as a .zip and returns its size in bytes. Does not need an open data folder. Throws a Problem, before anything is read,
 * if the file cannot be written there.
 */
export async function writeDiagnosticsBundle(folder: string, file: string, { t }: Pick<Translator, 't'>): Promise<number> {
  await assertWritable(file, { dataFolder: folder });
  const examination = await examineDataFolder(folder);
  const mask = createMask(folder, examination);
  const zip = new ZipFile();
  const add = (name: string, text: string): void => zip.addBuffer(Buffer.from(text), name);
  const addJson = (name: string, value: unknown): void => add(name, `${JSON.stringify(value, null, 2)}\n`);
  const { maxBytes, folder: backupFolder } = readBackupSettings(folder);
  addJson('versions.json', { taleport: version, ...process.versions, platform: process.platform, arch: arch(), release: release() });
  addJson('settings.json', { backups: { maxBytes, hasOwnFolder: backupFolder !== null } });
  addJson(
    'checks.json',
    examination.checks.map(({ check, ok, detail, records = [] }) => ({
      check,
      ok,
      detail: mask(t(detail)),
      ...(records.length > 0 && { records: records.map(({ kind, id }) => ({ kind, id })) }),
    })),
  );
  addJson('counts.json', {
    projects: examination.database?.projects.length ?? null,
    records: examination.database?.records ?? null,
    databaseBytes: examination.database?.bytes ?? null,
    backups: examination.backups,
  });
  for (const { name, text } of await readLogs(folder)) add(`logs/${name}`, mask(text));
  zip.end();
  return replaceFile(file, zipOutput(zip), { mode: 0o600 }).catch((error: unknown) => {
    throw toWriteProblem(file, error);
  });
}

/**
 * Returns a function that removes paths and names from a text: errors of the disk name the folders of games and stories, whose files are called by titles of the
 * story. Paths are replaced before names, and longer ones before shorter ones: if a part were replaced first, the rest of the whole would remain readable.
 */
function createMask(folder: string, { database }: FolderExamination): (text: string) => string {
  const paths = [
    ...spellingsOfPath(folder).map((path) => [path, '(data folder)'] as const),
    ...spellingsOfPath(new BackupFolder(folder).path).map((path) => [path, '(backup folder)'] as const),
    ...spellingsOfPath(homedir()).map((path) => [path, '~'] as const),
  ];
  const names = (database?.projects ?? []).flatMap(({ name }) => [name, escapeForJson(name)]).map((name) => [name, '(project)'] as const);
  const replacements = [...longestFirst(paths), ...longestFirst(names)].filter(([found]) => found.length >= minMaskedLength);
  return (text) => {
    const masked = replacements.reduce((before, [found, shown]) => before.replaceAll(found, shown), maskSecrets(text));
    return masked.replace(otherPath, '$<before>(path)');
  };
}

/**
 * An absolute path, or one in the home folder, as far as a quote, the end of the line, or a colon before a space. Addresses (`file:///`, in the stack of an
 * error) and paths of the REST interface are not meant.
 */
const otherPath = /(?<before>^|[\s('"=])(?:~?\/(?!\/|api\/)|~?\\|[A-Za-z]:[\\/])(?=[^\s'"])(?:[^'":\n]|:(?! ))*/gm;

const longestFirst = <T extends readonly [string, string]>(replacements: readonly T[]): T[] =>
  [...replacements].sort(([one], [two]) => two.length - one.length);

/** The path as it was entered and without symbolic links, both also escaped as in JSON. */
function spellingsOfPath(path: string): string[] {
  const spellings = existsSync(path) ? [path, realpathSync(path)] : [path];
  return spellings.flatMap((form) => [escapeForJson(form), form]);
}

/** The text as it appears inside a JSON string, where quotes and backslashes are escaped. */
const escapeForJson = (text: string): string => JSON.stringify(text).slice(1, -1);

async function readLogs(folder: string): Promise<{ readonly name: string; readonly text: string }[]> {
  const logs = logFolderIn(folder);
  const names = await readdir(logs).catch((error: unknown) => {
    if (isMissingError(error)) return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.log'));
  return Promise.all(files.map(async (name) => ({ name, text: await readFile(join(logs, name), 'utf8') })));
}
