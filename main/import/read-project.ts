/** The project's own record. */
import { type Locale, PROJECT } from '../../shared/kinds/project.ts';
import { isTooDeep, type Reading } from './reading.ts';
import { collections } from './story-file.ts';

const taken = new Set<string>([...collections, 'contents']);

/** Answers the project's name. */
export function readProject(
  reading: Reading,
  locales: readonly Locale[],
  roots: { board: string; component: string; asset: string; variable: string },
): string {
  const { root } = reading.file;
  const name = nameOf(reading);
  const start =
    typeof root.startingElement === 'string'
      ? reading.refer(root.startingElement, 'startingElement', 'elements')
      : (root.startingElement ?? null);
  if (isTooDeep(root.cover)) reading.faults.wrong('cover', 'is nested too deeply');
  const given = { name, startingElement: start, css: '', locales, roots };
  reading.add('project', PROJECT, { rank: '' }, root, given, taken);
  return String(name);
}

function nameOf(reading: Reading): unknown {
  const name = reading.options.name ?? reading.file.root.name;
  if (name !== undefined && name !== null && name !== '') return name;
  reading.remarks.count('unnamedProject');
  return 'Untitled story';
}
