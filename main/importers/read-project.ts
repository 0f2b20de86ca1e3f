/** The project's own record. */
import { type Locale, PROJECT_RECORD_ID } from '../../shared/model/kinds/project.ts';
import { type ImportSession, isTooDeep } from './import-session.ts';
import { collections } from './story-file.ts';

const convertedFields = new Set<string>([...collections, 'contents']);

/** Answers the project's name. */
export function readProject(
  reading: ImportSession,
  locales: readonly Locale[],
  roots: { board: string; component: string; asset: string; variable: string },
): string {
  const { root } = reading.file;
  const name = projectNameOf(reading);
  const start =
    typeof root.startingElement === 'string'
      ? reading.resolveReference(root.startingElement, 'startingElement', 'elements')
      : (root.startingElement ?? null);
  if (isTooDeep(root.cover)) reading.errors.addInvalidValue('cover', 'is nested too deeply');
  const given = { name, startingElement: start, css: '', locales, roots };
  reading.addRecord('project', PROJECT_RECORD_ID, { rank: '' }, root, given, convertedFields);
  return String(name);
}

function projectNameOf(reading: ImportSession): unknown {
  const name = reading.options.name ?? reading.file.root.name;
  if (name !== undefined && name !== null && name !== '') return name;
  reading.notes.count('unnamedProject');
  return 'Untitled story';
}
