/** Real export files, made by the hosted service. They are not part of the project: tests that need them say so in their names when they are skipped. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export type HostedExport = { name: string; path: string; json: unknown };

/** The folder: TALEPORT_REAL, or one next to the repository. */
export const hostedExportsFolder = process.env.TALEPORT_REAL ?? resolve(import.meta.dirname, '../../shared/data/real');

/** The real files by name; none if the folder is missing. */
export function readHostedExports(): HostedExport[] {
  if (!existsSync(hostedExportsFolder)) return [];
  const names = readdirSync(hostedExportsFolder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const path = join(hostedExportsFolder, name);
    const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return { name, path, json };
  });
}

/** The suffix of the name of a test with real files: empty, or that they were skipped. */
export const skippedSuffix = existsSync(hostedExportsFolder)
  ? ''
  : ` (left out: no real files in ${hostedExportsFolder}; set TALEPORT_REAL)`;

/** Files that people have, made by other programs: tables of spreadsheets, archives of other systems. They are not part of the project either. */
const fieldFolder = resolve(hostedExportsFolder, '../field');

/** The suffix of the name of a test with these files. */
export const skippedFieldSuffix = existsSync(fieldFolder) ? '' : ` (left out: no files in ${fieldFolder}; set TALEPORT_REAL)`;

/** The field files with names that match; none if the folder is missing. */
export function readFieldFiles(pattern: RegExp): { name: string; path: string; bytes: Uint8Array }[] {
  if (!existsSync(fieldFolder)) return [];
  return readdirSync(fieldFolder)
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => ({ name, path: join(fieldFolder, name), bytes: new Uint8Array(readFileSync(join(fieldFolder, name))) }));
}

/** A rich text, condition script or other text of a real file, with its path. */
type ExportText = { path: string; text: string };

/** The rich texts of an export: titles, contents, labels, and rich values of attributes, in every language. */
export function richTextsIn(json: unknown): ExportText[] {
  return textsIn(json).filter(({ path }) => {
    const steps = path.split('.');
    const [collection = '', , field = ''] = steps;
    if (collection === 'elements') return steps.length === 3 && (field === 'title' || field === 'content');
    if (collection === 'notes') return field === 'content';
    if (collection === 'connections') return field === 'label';
    if (collection === 'contents') return field !== 'name' && steps.at(-1) === 'text';
    return collection === 'attributes' && steps.slice(2).join('.') === 'value.data' && !isPlain(json, steps[1] ?? '');
  });
}

/** The scripts of conditions. */
export function conditionScriptsIn(json: unknown): ExportText[] {
  return textsIn(json).filter(({ path }) => /^conditions\.[^.]+\.script$/.test(path));
}

function isPlain(json: unknown, id: string): boolean {
  return childOf(childOf(childOf(childOf(json, 'attributes'), id), 'value'), 'plain') === true;
}

function childOf(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined;
}

function textsIn(value: unknown, path = ''): ExportText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, path === '' ? name : `${path}.${name}`));
}
