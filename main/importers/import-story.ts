/**
 * Converts the JSON export of a story into whole records (G26–G29), without writing anything: a faulty file throws one Problem that
 * names all faults, and the engine stores the records of a valid one in one transaction.
 */
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { type Locale, PROJECT_RECORD_ID } from '../../shared/model/kinds/project.ts';
import { CustomIdAllocator } from './custom-id-allocator.ts';
import { type ImportOptions, ImportSession, isTooDeep } from './import-session.ts';
import { readAssets } from './read-assets.ts';
import { placeAttributes, readAttributes } from './read-attributes.ts';
import { placeItems, readBoards } from './read-boards.ts';
import { placeConditions, readBranches } from './read-branches.ts';
import { readComments } from './read-comments.ts';
import { readComponents } from './read-components.ts';
import { readConnections } from './read-connections.ts';
import { readGeometry } from './read-geometry.ts';
import { readElements, readJumpers, readNotes } from './read-items.ts';
import { checkContents, readLocales } from './read-languages.ts';
import { readTree } from './read-tree.ts';
import { findBoardVariables, readVariables } from './read-variables.ts';
import { collections } from './story-file.ts';

const convertedFields = new Set<string>([...collections, 'contents']);

export interface ImportedStory {
  readonly records: AnyRecord[];
  readonly name: string;
  /** What was filled in or left out, one message each. */
  readonly notes: string[];
}

/** Throws a Problem `invalid` or `importIntegrity` with every fault by its path in the file, or `cancelled`. */
export async function importStory(json: unknown, options: ImportOptions): Promise<ImportedStory> {
  const reading = new ImportSession(json, options);
  await reading.file.load(reading.progress);
  if (!reading.file.isReadable) throw reading.errors.toProblem();
  const locales = readLocales(reading);
  const boardRoot = readTree(reading, 'boards');
  const componentRoot = readTree(reading, 'components');
  await placeItems(reading);
  const boardVariables = findBoardVariables(reading);
  placeAttributes(reading, boardVariables);
  const customIds = reserveGivenCustomIds(reading);
  readBoards(reading, boardRoot, customIds, findVariableOwners(reading, boardVariables));
  const assetRoot = readAssets(reading);
  await readComponents(reading, componentRoot, customIds);
  const roles = placeConditions(reading);
  const boxes = await readGeometry(reading);
  await readElements(reading, boxes);
  await readNotes(reading, boxes);
  await readJumpers(reading, boxes);
  await readBranches(reading, boxes, roles);
  await readConnections(reading);
  await readAttributes(reading);
  const variableRoot = readVariables(reading, boardVariables);
  readComments(reading);
  checkContents(reading);
  const name = readProject(reading, locales, { board: boardRoot, component: componentRoot, asset: assetRoot, variable: variableRoot });
  if (!reading.errors.isEmpty) throw reading.errors.toProblem();
  reading.progress.finish();
  return { records: reading.records, name, notes: reading.notes.toMessages() };
}

/** Reserves the custom ids of the file, so that generated ones do not take them. */
function reserveGivenCustomIds({ file }: ImportSession): CustomIdAllocator {
  const customIds = new CustomIdAllocator();
  for (const collection of ['boards', 'components'] as const)
    for (const { customId } of file.entriesOf(collection).values()) if (typeof customId === 'string') customIds.reserve(customId);
  return customIds;
}

/** [Attribute] The owner of a variable needs a custom id. */
function findVariableOwners(reading: ImportSession, boardVariables: ReadonlyMap<string, string>): Set<string> {
  const owners = new Set(boardVariables.values());
  for (const [id, { customId }] of reading.file.entriesOf('attributes'))
    if ((customId ?? null) !== null) owners.add(reading.placementOf(id)?.parent ?? '');
  return owners;
}

/** Adds the project's own record and returns its name. */
function readProject(
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
