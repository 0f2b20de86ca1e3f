/** Projects as a whole ([Projects]): list, create from a template, import, rename, delete. */
import { templates } from '../../shared/ipc/calls.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import type { Caller } from '../../shared/people.ts';
import { Problem } from '../../shared/problem.ts';
import type { Held } from '../assets/vault.ts';
import { importStory } from '../import/import-story.ts';
import { takeTemplate } from '../take-story.ts';
import { jsonAnswer } from './answers.ts';
import { mustHaveCapacity, mustNotHoldTooMuch } from './capacity.ts';
import { type BodyLimit, importLimit, jsonLimit, readObject } from './read-body.ts';
import type { Asked, ServiceDeps } from './service-deps.ts';
import { refusal, shapeOf } from './shape.ts';

/** [G2] all that the member may view; without View on the workspace those of an external member, who has at least one. */
export function listProjects({ caller }: Asked, { engine, people }: ServiceDeps): Response {
  const mine = engine.projects().filter(({ hash }) => people.mayInProject(caller, 'view', hash));
  if (!people.mayInWorkspace(caller, 'viewProjects') && !(caller.member.external && mine.length > 0))
    throw new Problem('forbidden', 'The member who made the key may not view the projects of the workspace.');
  return jsonAnswer(mine.map(({ hash, name, updatedAt, createdAt, status }) => ({ hash, name, updatedAt, createdAt, status })));
}

export async function createProject(asked: Asked, deps: ServiceDeps): Promise<Response> {
  mayIn('createProjects', asked.caller, deps);
  const { template } = await soundBody(asked, jsonLimit);
  const known = templates.find((each) => each === template);
  if (!known) throw refusal({ template: `must be one of ${templates.join(', ')}` });
  mustHaveCapacity(asked.caller, deps);
  const { records, held } = await takeTemplate(known, deps);
  const { projectId, hash } = take(records, asked.caller, deps, held);
  return jsonAnswer({ message: 'Successful project creation', directory: null, projectId, hash }, 201);
}

export async function importProject(asked: Asked, deps: ServiceDeps): Promise<Response> {
  mayIn('importProjects', asked.caller, deps);
  const { name, project } = await soundBody(asked, importLimit);
  mustHaveCapacity(asked.caller, deps);
  const { records } = await importStory(project, { world: deps.world, name: String(name) });
  const made = take(records, asked.caller, deps);
  return jsonAnswer({ hash: made.hash, projectId: made.projectId, name: made.name }, 201);
}

export async function renameProject(asked: Asked, { engine }: ServiceDeps): Promise<Response> {
  const { name } = await soundBody(asked, jsonLimit);
  engine.send(asked.hash, { do: 'change', kind: 'project', id: PROJECT, fields: { name: String(name) } }, 'api');
  return jsonAnswer({ message: 'Project name was successfully updated' });
}

export async function removeProject(asked: Asked, deps: ServiceDeps): Promise<Response> {
  await soundBody(asked, jsonLimit);
  deps.removeProject(asked.hash);
  return jsonAnswer({ message: 'Successful project deletion' });
}

async function soundBody({ request, route }: Asked, limit: BodyLimit): Promise<Record<string, unknown>> {
  const { body, errors } = shapeOf(await readObject(request, limit), route, () => '');
  if (Object.keys(errors).length > 0) throw refusal(errors);
  return body;
}

function mayIn(permission: 'createProjects' | 'importProjects', caller: Caller, { people }: ServiceDeps): void {
  if (people.mayInWorkspace(caller, permission)) return;
  const what = permission === 'createProjects' ? 'create' : 'import';
  throw new Problem('forbidden', `The member who made the key may not ${what} projects in the workspace.`);
}

/** A new project of the key's workspace, in one transaction with whose it is. Others may have come first while this one was read. */
function take(records: readonly AnyRecord[], caller: Caller, deps: ServiceDeps, held: readonly Held[] = []) {
  const { workspace } = caller;
  const { engine, people, vault } = deps;
  try {
    mustHaveCapacity(caller, deps);
    mustNotHoldTooMuch(records, workspace);
    const made = engine.create(records, (hash) => [people.projectRow(hash, workspace.id), vault.rows(hash, held)]);
    vault.keep(made.hash, held);
    return made;
  } catch (error) {
    vault.letGo(held);
    throw error;
  }
}
