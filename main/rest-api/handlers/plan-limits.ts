/** [G9] limits of the plan: the number of projects in a workspace, and of items in a project. A 400 names the limit. */

import type { ApiCaller, Workspace } from '../../../shared/contracts/accounts.ts';
import { isOneOf } from '../../../shared/json.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import type { RestApiDeps } from '../api-request.ts';

/** Elements, jumpers, branches, components and comments are counted; folders are not. */
const countedKinds = ['element', 'jumper', 'branch', 'component', 'comment'] as const;
const isCountedItem = (kind: string, type: unknown): boolean => isOneOf(countedKinds, kind) && type !== 'folder';

export function assertRoomForProject({ workspace }: ApiCaller, { engine, accounts }: RestApiDeps): void {
  if (workspace.projects === null) return;
  const count = engine.listProjects().filter(({ hash }) => accounts.workspaceIdOfProject(hash) === workspace.id).length;
  if (count >= workspace.projects)
    throw limitReachedProblem('workspace', message('problem.limit.projects', { limit: workspace.projects, count }));
}

export function assertRoomForItems(commands: readonly SingleCommand[], project: Project, { items }: Workspace): void {
  if (items === null) return;
  const createdCount = commands.filter(
    (command) => command.do === 'create' && isCountedItem(command.kind, 'type' in command.fields ? command.fields.type : undefined),
  ).length;
  if (createdCount === 0) return;
  const counted = countedKinds.reduce((sum, kind) => sum + project.countOfKind(kind), 0);
  if (counted + createdCount <= items) return;
  // Folders are only subtracted near the limit, because counting them takes time.
  const count = counted - [...project.recordsOfKind('component')].filter(({ type }) => type === 'folder').length;
  if (count + createdCount > items) throw limitReachedProblem('project', message('problem.limit.items', { limit: items, count }));
}

export function assertItemLimit(records: readonly AnyRecord[], { items }: Workspace): void {
  const count = records.filter(({ kind, type }) => isCountedItem(kind, type)).length;
  if (items !== null && count > items) throw limitReachedProblem('project', message('problem.limit.items', { limit: items, count }));
}

const limitReachedProblem = (field: string, text: Message): Problem => new Problem('limit', text, { errors: { [field]: text } });
