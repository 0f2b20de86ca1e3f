/** [G9] Limits of the plan: how many projects a workspace may have, and how many items a project. A 400 that names what is full. */
import type { SingleCommand } from '../../shared/commands.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { Caller, Workspace } from '../../shared/people.ts';
import { Problem } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import type { ServiceDeps } from './service-deps.ts';

/** Elements, jumpers, branches, components and comments count; folders do not. */
const itemKinds = ['element', 'jumper', 'branch', 'component', 'comment'] as const;
const isItem = (kind: string, type: unknown): boolean => (itemKinds as readonly string[]).includes(kind) && type !== 'folder';

export function mustHaveCapacity({ workspace }: Caller, { engine, people }: ServiceDeps): void {
  if (workspace.projects === null) return;
  const there = engine.projects().filter(({ hash }) => people.workspaceOfProject(hash) === workspace.id).length;
  if (there >= workspace.projects) throw full('workspace', `The plan allows ${workspace.projects} projects, and there are ${there}.`);
}

export function mustHaveRoom(commands: readonly SingleCommand[], project: Project, { items }: Workspace): void {
  if (items === null) return;
  const made = commands.filter(
    (command) => command.do === 'create' && isItem(command.kind, (command.fields as { type?: unknown }).type),
  ).length;
  if (made === 0) return;
  const counted = itemKinds.reduce((sum, kind) => sum + project.count(kind), 0);
  if (counted + made <= items) return;
  // Only near the limit it is worth telling folders from components.
  const there = counted - [...project.all('component')].filter(({ type }) => type === 'folder').length;
  if (there + made > items) throw full('project', `The plan allows ${items} items a project, and this one has ${there}.`);
}

export function mustNotHoldTooMuch(records: readonly AnyRecord[], { items }: Workspace): void {
  const there = records.filter(({ kind, type }) => isItem(kind, type)).length;
  if (items !== null && there > items) throw full('project', `The plan allows ${items} items a project, and this one has ${there}.`);
}

const full = (field: string, says: string): Problem => new Problem('limit', says, { errors: { [field]: says } });
