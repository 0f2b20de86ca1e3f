/**
 * Moves items to another board. The board of an item cannot be changed ([Elements] id and relationship fields are immutable). So the items are
 * created again there, references to them are updated, and the old items are deleted, all in one command. Pure.
 */

import { boundsOf } from '../../../../shared/layout/geometry.ts';
import { jsonEquals } from '../../../../shared/model/change-set.ts';
import type { Command, SingleCommand } from '../../../../shared/model/commands.ts';
import { replaceIdsInRecord } from '../../../../shared/model/id-mapping.ts';
import { type AnyRecord, getKind } from '../../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { createClipboardContent } from '../../../records/board/clipboard-content.ts';
import { removeCommand } from '../../../records/board/edit-commands.ts';
import { findFreePosition } from '../../../records/board/find-free-position.ts';
import { withFrameContents } from '../../../records/board/frames.ts';
import { connectionEnd, findItem, itemBox, itemsOn } from '../../../records/board/items.ts';
import { preparePaste } from '../../../records/board/paste.ts';
import { computedChangeCommand } from '../../../records/commands/computed-commands.ts';

interface MoveToBoardResult {
  readonly command: Command;
  readonly ids: readonly string[];
  /** Connections that would cross boards and are deleted. */
  readonly removedConnections: number;
}

/** Frames are moved with what they hold. */
export function moveToBoardCommand(
  project: Project,
  ids: Iterable<string>,
  boardId: string,
  newId: () => string,
  nameOf: (project: Project, id: string) => string,
): MoveToBoardResult | null {
  const items = [...withFrameContents(project, ids)]
    .flatMap((id) => findItem(project, id) ?? [])
    .filter((item) => item.boardId !== boardId);
  const clip = createClipboardContent(
    project,
    items.map(({ id }) => id),
    nameOf,
    'move',
  );
  const bounds = boundsOf(items.map((item) => itemBox(project, item)));
  if (!clip || !bounds) return null;
  const taken = [...itemsOn(project, boardId)].map((item) => itemBox(project, item));
  const corner = findFreePosition(bounds, bounds, taken);
  const paste = preparePaste(project, clip, boardId, { by: { x: corner.x - bounds.x, y: corner.y - bounds.y } }, newId);
  const removal = removeCommand(
    project,
    items.map(({ id }) => id),
  );
  if (!paste || !removal) return null;
  const commands = [
    ...paste.commands,
    ...redirectReferences(project, paste.newIds),
    ...(removal.do === 'batch' ? removal.commands : [removal]),
  ];
  return {
    command: { do: 'batch', commands },
    ids: paste.ids,
    removedConnections: countCutConnections(project, new Set(items.map(({ id }) => id))),
  };
}

/** Comments are read-only in the window. */
const readOnlyKinds: ReadonlySet<string> = new Set(['comment', 'reply']);

function* redirectReferences(project: Project, names: ReadonlyMap<string, string>): Generator<SingleCommand> {
  const holders = new Set([...names.keys()].flatMap((id) => [...project.referrersOf(id)]));
  for (const id of holders) {
    const record = project.get(id);
    if (!record || names.has(id) || readOnlyKinds.has(record.kind)) continue;
    const fields = changedFields(record, replaceIdsInRecord(record, names));
    if (Object.keys(fields).length > 0) yield computedChangeCommand(record.kind, id, fields);
  }
}

/** The fields that differ. The ends of connections are left out, because connections that would cross boards are deleted. */
function changedFields(before: AnyRecord, after: AnyRecord): Record<string, unknown> {
  const ends = new Set(['sourceid', 'targetid']);
  return Object.fromEntries(
    Object.keys(getKind(before.kind).fields)
      .filter((field) => !(before.kind === 'connection' && ends.has(field)) && !jsonEquals(before[field], after[field]))
      .map((field) => [field, after[field]]),
  );
}

function countCutConnections(project: Project, moving: ReadonlySet<string>): number {
  const cut = new Set<string>();
  for (const id of moving) {
    const sources = [id, ...project.childIds(id, 'conditions')];
    for (const end of sources)
      for (const holder of project.referrersOf(end)) {
        const connection = project.find('connection', holder);
        if (connection && moving.has(connectionEnd(project, connection.sourceid).itemId) !== moving.has(connection.targetid))
          cut.add(holder);
      }
  }
  return cut.size;
}
