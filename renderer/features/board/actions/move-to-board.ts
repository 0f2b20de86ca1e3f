/**
 * Moves items to another board. Items stay on the board they were made on ([Elements] id and relationship fields are immutable): so they are
 * made anew there, whoever refers to them is led there, and the old ones go, all in one command. Pure.
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
import { connectionEnd, findItem, itemBox, itemsOn } from '../../../records/board/items.ts';
import { preparePaste } from '../../../records/board/paste.ts';

export interface MoveToBoardResult {
  readonly command: Command;
  readonly ids: readonly string[];
  /** Connections that would have led from one board to another and go. */
  readonly removedConnections: number;
}

export function moveToBoardCommand(
  project: Project,
  ids: Iterable<string>,
  boardId: string,
  newId: () => string,
  nameOf: (project: Project, id: string) => string,
): MoveToBoardResult | null {
  const items = [...ids].flatMap((id) => findItem(project, id) ?? []).filter((item) => item.boardId !== boardId);
  const clip = createClipboardContent(
    project,
    items.map(({ id }) => id),
    nameOf,
  );
  const bounds = boundsOf(items.map((item) => itemBox(project, item)));
  if (!clip || !bounds) return null;
  const taken = [...itemsOn(project, boardId)].map((item) => itemBox(project, item));
  const corner = findFreePosition(bounds, bounds, taken);
  const made = preparePaste(project, clip, boardId, { by: { x: corner.x - bounds.x, y: corner.y - bounds.y } }, newId);
  const gone = removeCommand(
    project,
    items.map(({ id }) => id),
  );
  if (!made || !gone) return null;
  const commands = [...made.commands, ...redirectReferences(project, made.newIds), ...(gone.do === 'batch' ? gone.commands : [gone])];
  return {
    command: { do: 'batch', commands },
    ids: made.ids,
    removedConnections: countCutConnections(project, new Set(items.map(({ id }) => id))),
  };
}

/** Comments are not the window's to change. */
const readOnlyKinds: ReadonlySet<string> = new Set(['comment', 'reply']);

function* redirectReferences(project: Project, names: ReadonlyMap<string, string>): Generator<SingleCommand> {
  const holders = new Set([...names.keys()].flatMap((id) => [...project.referrersOf(id)]));
  for (const id of holders) {
    const record = project.get(id);
    if (!record || names.has(id) || readOnlyKinds.has(record.kind)) continue;
    const fields = changedFields(record, replaceIdsInRecord(record, names));
    if (Object.keys(fields).length > 0) yield { do: 'change', kind: record.kind, id, fields } as SingleCommand;
  }
}

/** A connection that would lead to another board goes anyway. */
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
