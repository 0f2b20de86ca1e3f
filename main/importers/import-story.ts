/**
 * Converts the JSON export of a story into complete records (G26–G29), without writing anything. An invalid file throws one Problem that
 * lists all errors; the records of a valid one are stored by the engine as a whole.
 */
import type { ImportNote } from '../../shared/contracts/ipc/results.ts';
import { message } from '../../shared/messages/message.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { type Locale, projectRecordId } from '../../shared/model/kinds/project.ts';
import { CustomIdAllocator } from './custom-id-allocator.ts';
import { type ImportOptions, ImportSession, isTooDeep } from './import-session.ts';
import { readAssets } from './read-assets.ts';
import { placeAttributes, readAttributes } from './read-attributes.ts';
import { placeItems, readBoards } from './read-boards.ts';
import { placeConditions, readBranches } from './read-branches.ts';
import { readComments } from './read-comments.ts';
import { readComponents } from './read-components.ts';
import { rankOutputs, readConnections } from './read-connections.ts';
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
  /** Messages about what was filled in or left out. */
  readonly notes: readonly ImportNote[];
}

/** Throws a Problem `invalid` or `importIntegrity` with all errors by path in the file, or `cancelled`. */
export async function importStory(json: unknown, options: ImportOptions): Promise<ImportedStory> {
  const session = new ImportSession(json, options);
  await session.file.load(session.progress);
  if (!session.file.isReadable) throw session.errors.toProblem();
  const locales = readLocales(session);
  const boardRoot = readTree(session, 'boards');
  const componentRoot = readTree(session, 'components');
  await placeItems(session);
  const boardVariables = findBoardVariables(session);
  await placeAttributes(session, boardVariables);
  const customIds = reserveGivenCustomIds(session);
  readBoards(session, boardRoot, customIds, findVariableOwners(session, boardVariables));
  const assetRoot = readAssets(session);
  await readComponents(session, componentRoot, customIds);
  const roles = placeConditions(session);
  const boxes = await readGeometry(session);
  const outputRanks = await rankOutputs(session);
  await readElements(session, boxes);
  await readNotes(session, boxes);
  await readJumpers(session, boxes);
  await readBranches(session, boxes, roles);
  await readConnections(session, outputRanks);
  await readAttributes(session);
  const variableRoot = readVariables(session, boardVariables);
  readComments(session);
  await checkContents(session);
  const name = readProject(session, locales, { board: boardRoot, component: componentRoot, asset: assetRoot, variable: variableRoot });
  if (!session.errors.isEmpty) throw session.errors.toProblem();
  session.progress.finish();
  return { records: session.records, name, notes: session.notes.toMessages() };
}

/** Reserves the custom ids of the file, so that generated ones do not collide with them. */
function reserveGivenCustomIds({ file }: ImportSession): CustomIdAllocator {
  const customIds = new CustomIdAllocator();
  for (const collection of ['boards', 'components'] as const)
    for (const { customId } of file.entriesOf(collection).values()) if (typeof customId === 'string') customIds.reserve(customId);
  return customIds;
}

/** [Attribute] finds the owners of variables, which need a custom id. */
function findVariableOwners(session: ImportSession, boardVariables: ReadonlyMap<string, string>): Set<string> {
  const owners = new Set(boardVariables.values());
  for (const [id, { customId }] of session.file.entriesOf('attributes'))
    if ((customId ?? null) !== null) owners.add(session.placementOf(id)?.parent ?? '');
  return owners;
}

/** Adds the project record and returns its name. */
function readProject(
  session: ImportSession,
  locales: readonly Locale[],
  roots: { board: string; component: string; asset: string; variable: string },
): string {
  const { root } = session.file;
  const name = projectNameOf(session);
  const start =
    typeof root.startingElement === 'string'
      ? session.resolveReference(root.startingElement, 'startingElement', 'elements')
      : (root.startingElement ?? null);
  if (isTooDeep(root.cover)) session.errors.addInvalidValue('cover', message('import.fault.tooDeep'));
  // [G32] in files of 2020, the cover is a path.
  const cover = typeof root.cover === 'string' ? { file: root.cover, type: 'cover-image' } : (root.cover ?? null);
  const converted = { name, startingElement: start, css: '', locales, roots, cover };
  session.addRecord('project', projectRecordId, { rank: '' }, root, converted, convertedFields);
  return String(name);
}

function projectNameOf(session: ImportSession): unknown {
  const name = session.options.name ?? session.file.root.name;
  if (name !== undefined && name !== null && name !== '') return name;
  session.notes.count('unnamedProject');
  return 'Untitled story';
}
