/** Projects as a whole ([Projects]): list, create from a template, import, rename, delete. */

import type { ApiCaller } from '../../../shared/contracts/accounts.ts';
import { projectTemplates } from '../../../shared/contracts/ipc/project-calls.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { invalidFieldsProblem, Problem } from '../../../shared/problem.ts';
import type { PendingFile } from '../../assets/pending-files.ts';
import { createImportedProject, prepareLargeImport } from '../../importers/create-imported-project.ts';
import { importStory } from '../../importers/import-story.ts';
import { importTemplate } from '../../importers/import-with-files.ts';
import { withEagerGc } from '../../platform/eager-gc.ts';
import type { ApiRequest, RestApiDeps, RestJobControl } from '../api-request.ts';
import { importBodyLimit, type JsonBodyLimit, jsonBodyLimit, readJsonObject } from '../http/request-body.ts';
import { jsonResponse } from '../http/responses.ts';
import { assertItemLimit, assertRoomForProject, validateBody } from './write-handler.ts';

/** [G2] all projects that the member may view. An external member has no View permission in the workspace, but in at least one project. */
export function listProjects({ caller }: ApiRequest, { engine, accounts }: RestApiDeps): Response {
  const viewable = engine.listProjects().filter(({ hash }) => accounts.hasProjectPermission(caller, 'view', hash));
  if (!accounts.hasWorkspacePermission(caller, 'viewProjects') && !(caller.member.external && viewable.length > 0))
    throw new Problem('forbidden', message('problem.rest.mayNotViewProjects'));
  return jsonResponse(viewable.map(({ hash, name, updatedAt, createdAt, status }) => ({ hash, name, updatedAt, createdAt, status })));
}

export async function createProject(apiRequest: ApiRequest, deps: RestApiDeps): Promise<Response> {
  assertWorkspacePermission('createProjects', apiRequest.caller, deps);
  const { template } = await readValidBody(apiRequest, jsonBodyLimit);
  const known = projectTemplates.find((each) => each === template);
  if (!known) throw invalidFieldsProblem({ template: message('fault.oneOf', { values: projectTemplates.join(', ') }) });
  assertRoomForProject(apiRequest.caller, deps);
  const { projectId, hash } = await storeNewProject(await importTemplate(known, deps), apiRequest.caller, deps);
  return jsonResponse({ message: 'Successful project creation', directory: null, projectId, hash }, 201);
}

export async function importProject(apiRequest: ApiRequest, deps: RestApiDeps): Promise<Response> {
  assertWorkspacePermission('importProjects', apiRequest.caller, deps);
  const created = await deps.runJob((job) =>
    withEagerGc(async () => {
      const records = await readImportedRecords(apiRequest, deps, job);
      await prepareLargeImport(records, deps.backUpBeforeImport);
      return storeNewProject({ records }, apiRequest.caller, deps, job.throwIfCancelled);
    }),
  );
  return jsonResponse({ hash: created.hash, projectId: created.projectId, name: created.name }, 201);
}

/** Reads the records in a function of their own, so that the body is not in memory when they are stored. */
async function readImportedRecords(apiRequest: ApiRequest, deps: RestApiDeps, job: RestJobControl): Promise<readonly AnyRecord[]> {
  const { name, project } = await readValidBody(apiRequest, importBodyLimit);
  assertRoomForProject(apiRequest.caller, deps);
  const options = { environment: deps.environment, name: String(name), cancelled: job.isCancelled, isJsonDisposable: true };
  return (await importStory(project, options)).records;
}

export async function renameProject(apiRequest: ApiRequest, { engine }: RestApiDeps): Promise<Response> {
  const { name } = await readValidBody(apiRequest, jsonBodyLimit);
  const command: Command = { do: 'change', kind: 'project', id: projectRecordId, fields: { name: String(name) } };
  await engine.inSlices.execute(apiRequest.hash, command, 'api');
  return jsonResponse({ message: 'Project name was successfully updated' });
}

export async function removeProject(apiRequest: ApiRequest, deps: RestApiDeps): Promise<Response> {
  await readValidBody(apiRequest, jsonBodyLimit);
  deps.removeProject(apiRequest.hash);
  return jsonResponse({ message: 'Successful project deletion' });
}

async function readValidBody({ request, route }: ApiRequest, limit: JsonBodyLimit): Promise<Record<string, unknown>> {
  const { body, errors } = validateBody(await readJsonObject(request, limit), route, () => '');
  if (Object.keys(errors).length > 0) throw invalidFieldsProblem(errors);
  return body;
}

function assertWorkspacePermission(permission: 'createProjects' | 'importProjects', caller: ApiCaller, { accounts }: RestApiDeps): void {
  if (accounts.hasWorkspacePermission(caller, permission)) return;
  const what = permission === 'createProjects' ? 'create' : 'import';
  throw new Problem('forbidden', message('problem.rest.mayNotUseProjects', { what }));
}

interface NewProjectParts {
  readonly records: readonly AnyRecord[];
  readonly pendingFiles?: readonly PendingFile[];
}

/**
 * Creates a project in the key's workspace; it appears together with its assignment to the workspace. The limit is checked again at that
 * moment, because other projects may have been created since the request began.
 */
async function storeNewProject(parts: NewProjectParts, caller: ApiCaller, deps: RestApiDeps, throwIfCancelled?: () => void) {
  const { accounts, fileStore } = deps;
  try {
    assertRoomForProject(caller, deps);
    assertItemLimit(parts.records, caller.workspace);
  } catch (error) {
    fileStore.discard(parts.pendingFiles ?? []);
    throw error;
  }
  return createImportedProject(deps, parts, {
    throwIfCancelled,
    extraRows: (hash) => {
      assertRoomForProject(caller, deps);
      return [accounts.projectAssignmentWrites(hash, caller.workspace.id)];
    },
  });
}
