/**
 * Import: a story as the service, or any reader of its files, exports it becomes whole records (G26–G29). It only reads: a file
 * with faults gives one Problem that names them all, and the engine takes in the records of a sound one in one transaction.
 */
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { CustomIdAllocator } from './custom-id-allocator.ts';
import { type ImportOptions, ImportSession } from './import-session.ts';
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
import { readProject } from './read-project.ts';
import { readTree } from './read-tree.ts';
import { findBoardVariables, readVariables } from './read-variables.ts';

export interface ImportedStory {
  readonly records: AnyRecord[];
  readonly name: string;
  /** What was filled in or left out, in sentences. */
  readonly notes: string[];
}

/** Throws `invalid` or `importIntegrity` with every fault by its path in the file, or `cancelled`. */
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

/** Ids that the file gives go before those that are made. */
function reserveGivenCustomIds({ file }: ImportSession): CustomIdAllocator {
  const customIds = new CustomIdAllocator();
  for (const collection of ['boards', 'components'] as const)
    for (const { customId } of file.entriesOf(collection).values()) if (typeof customId === 'string') customIds.reserve(customId);
  return customIds;
}

/** [Attribute] the owner of a variable needs a customId of its own. */
function findVariableOwners(reading: ImportSession, boardVariables: ReadonlyMap<string, string>): Set<string> {
  const owners = new Set(boardVariables.values());
  for (const [id, { customId }] of reading.file.entriesOf('attributes'))
    if ((customId ?? null) !== null) owners.add(reading.placementOf(id)?.parent ?? '');
  return owners;
}
