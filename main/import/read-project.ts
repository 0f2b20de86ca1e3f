/** The project's own record, and the root of its assets: the files themselves do not come with a JSON export ([Import rules]). */
import type { AnyRecord } from '../../shared/kinds/all.ts';
import { type Locale, PROJECT } from '../../shared/kinds/project.ts';
import { isTooDeep, type Reading } from './reading.ts';
import { collections } from './story-file.ts';

const taken = new Set<string>([...collections, 'contents']);

/** Answers the project's name. */
export function readProject(
  reading: Reading,
  locales: readonly Locale[],
  roots: { board: string; component: string; variable: string },
): string {
  const { root } = reading.file;
  const name = nameOf(reading);
  const asset = resetAssets(reading);
  const start =
    typeof root.startingElement === 'string'
      ? reading.refer(root.startingElement, 'startingElement', 'elements')
      : (root.startingElement ?? null);
  if (isTooDeep(root.cover)) reading.faults.wrong('cover', 'is nested too deeply');
  const given = { name, startingElement: start, css: '', locales, roots: { ...roots, asset } };
  reading.add('project', PROJECT, { rank: '' }, root, given, taken);
  return String(name);
}

function nameOf(reading: Reading): unknown {
  const name = reading.options.name ?? reading.file.root.name;
  if (name !== undefined && name !== null && name !== '') return name;
  reading.remarks.count('unnamedProject');
  return 'Untitled story';
}

/** An empty root that keeps the id it had. */
function resetAssets(reading: Reading): string {
  const entries = [...reading.file.all('assets')];
  const [id = reading.newId(), second] = entries.filter(([, raw]) => raw.root === true).map(([root]) => root);
  if (second !== undefined) reading.faults.broken(`assets.${second}.root`, `is a second root beside ${id}`);
  reading.remarks.count('assets', entries.filter(([, raw]) => raw.root !== true && !Array.isArray(raw.children)).length);
  const fields = {
    parentId: null,
    type: 'folder',
    name: 'Root',
    file: null,
    size: null,
    bytes: null,
    volume: null,
    mime: null,
    width: null,
    height: null,
    duration: null,
  };
  const record: AnyRecord = { kind: 'asset', id, rank: 'a0', ...fields };
  reading.records.push(record);
  return id;
}
