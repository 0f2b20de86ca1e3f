/**
 * Handles one write to a project: reads and validates the body, executes one command, and responds with the envelope ([Version envelope]).
 */

import type { Route } from '../../../shared/contracts/rest/routes/route.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Command, CommandResult, SingleCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type FieldErrors, invalidFieldProblem, invalidFieldsProblem, Problem } from '../../../shared/problem.ts';
import { assertFilesFit } from '../../assets/upload-limits.ts';
import type { ApiRequest, RestApiDeps } from '../api-request.ts';
import { jsonBodyLimit, readJsonObject } from '../http/json-body.ts';
import { isMultipartRequest } from '../http/multipart-form.ts';
import { jsonResponse } from '../http/responses.ts';
import { assertRoomForItems } from './plan-limits.ts';
import { toCommands } from './request-commands.ts';
import { validateBody } from './validate-body.ts';

export async function handleWrite(
  { request, route, params, hash, caller }: ApiRequest,
  { engine, fileStore }: RestApiDeps,
): Promise<Response> {
  if (route.name === 'createAsset' && isMultipartRequest(request))
    throw invalidFieldProblem('Content-Type', message('fault.request.uploadFirst'));
  const receivedBody = await readJsonObject(request, jsonBodyLimit);
  // There is no await from here on, so that the checks and the write see the same state.
  const project = engine.getProject(hash);
  const { body, errors } = validateBody(receivedBody, route, () => project.mainLocale);
  const commands = commandsOrNone(route, params, omitInvalidFields(body, errors), project, errors);
  const consider = (command: SingleCommand) => engine.dryRun(hash, command, 'api');
  if (Object.keys(errors).length > 0)
    throw invalidFieldsProblem(errors.body ? errors : { ...collectCommandErrors(commands, consider, errors), ...errors });
  assertRoomForItems(commands, project, caller.workspace);
  assertFilesFit(commands, project, caller.workspace, (file) => fileStore.find(hash, file));
  const [only] = commands;
  const command: Command = only && commands.length === 1 ? only : { do: 'batch', commands };
  try {
    return writeResponse(route, engine.execute(hash, command, 'api'), project);
  } catch (error) {
    if (commands.length > 1 && error instanceof Problem && error.code === 'invalid')
      throw invalidFieldsProblem(collectCommandErrors(commands, consider, {}));
    throw error;
  }
}

/** The body without the fields that have errors, so that the engine can check the others. */
function omitInvalidFields(body: Record<string, unknown>, errors: FieldErrors): Record<string, unknown> {
  const faulty = new Set(Object.keys(errors).map((path) => path.split('.')[0]));
  return faulty.size === 0 ? body : Object.fromEntries(Object.entries(body).filter(([field]) => !faulty.has(field)));
}

/** The commands; none if a record in the path is missing but the body has errors, which are reported first (G3). */
function commandsOrNone(route: Route, params: ApiRequest['params'], body: Record<string, unknown>, project: Project, errors: FieldErrors) {
  try {
    return toCommands(route, params, body, project);
  } catch (error) {
    if (Object.keys(errors).length > 0 && error instanceof Problem) return [];
    throw error;
  }
}

/** The engine's errors for the fields of each command, except for the fields in `known`. */
function collectCommandErrors(commands: readonly SingleCommand[], consider: (command: SingleCommand) => void, known: FieldErrors) {
  const errors: Record<string, Message> = {};
  const isKnown = createPathMatcher(Object.keys(known));
  for (const command of commands) {
    try {
      consider(command);
    } catch (error) {
      const found = error instanceof Problem && error.json.status === 400 ? error.faultsByPath : {};
      // A fault at `fields` means that the change sets nothing, because its only fields were invalid.
      for (const [path, fault] of Object.entries(found)) if (path !== 'fields' && !isKnown(path)) errors[path] = fault;
    }
  }
  return errors;
}

/**
 * Returns a function that matches a path which already has an error, contains one, or is inside one: it must not get a second error. Uses
 * lookups, because a body may have as many errors as fields.
 */
function createPathMatcher(paths: readonly string[]): (path: string) => boolean {
  const known = new Set(paths);
  const around = new Set(paths.flatMap(ancestorPaths));
  return (path) => known.has(path) || around.has(path) || ancestorPaths(path).some((each) => known.has(each));
}

/** `a.b` and `a` for `a.b.c`, up to 20 levels. */
function ancestorPaths(path: string): string[] {
  const found: string[] = [];
  for (let at = path.indexOf('.'); at > 0 && found.length < 20; at = path.indexOf('.', at + 1)) found.push(path.slice(0, at));
  return found;
}

function writeResponse(route: Route, { version, newVersion, versionTime, ids }: CommandResult, project: Project): Response {
  if (route.name === 'setCss') return jsonResponse({ css: project.projectRecord.css });
  const [id] = ids;
  return jsonResponse(
    route.returns === 'C' ? { version, newVersion, versionTime, id } : { version, newVersion, versionTime },
    route.status,
  );
}
