/**
 * Handles one write to a project: reads and validates the body, executes one command, and responds with the envelope ([Version envelope]).
 */

import type { ApiCaller, Workspace } from '../../../shared/contracts/accounts.ts';
import { type PathParam, pathParamKinds, type Route } from '../../../shared/contracts/rest/routes/route.ts';
import { parseWithFaults, schemaFaultsByPath } from '../../../shared/contracts/schema-issues.ts';
import type { StoredFile } from '../../../shared/contracts/stored-file.ts';
import { isJsonObject, isOneOf } from '../../../shared/json.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { CommandResult, SingleCommand } from '../../../shared/model/commands.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type FieldErrors, invalidFieldProblem, invalidFieldsProblem, notFoundProblem, Problem } from '../../../shared/problem.ts';
import { assertWithinLimits, bytesByFile, remainingBytes, type StoragePlan } from '../../assets/upload-receiver.ts';
import { executePrepared, type PreparedWrite } from '../../engine/engine.ts';
import type { ApiRequest, PathParams, RestApiDeps } from '../api-request.ts';
import { isMultipartRequest, jsonBodyLimit, readJsonObject } from '../http/request-body.ts';
import { jsonResponse } from '../http/responses.ts';
import { rootAssetId, toStoredAssetId } from '../serializers/replies.ts';

export async function handleWrite(
  { request, route, params, hash, caller, quotaHeaders }: ApiRequest,
  { engine, fileStore }: RestApiDeps,
): Promise<Response> {
  if (route.name === 'createAsset' && isMultipartRequest(request))
    throw invalidFieldProblem('Content-Type', message('fault.request.uploadFirst'));
  const receivedBody = await readJsonObject(request, jsonBodyLimit);
  const consider = (command: SingleCommand) => engine.dryRun(hash, command, 'api');
  let commands: readonly SingleCommand[] = [];
  let reply: object = {};
  const prepare = (project: Project): PreparedWrite => {
    const { body, errors } = validateBody(receivedBody, route, () => project.mainLocale);
    commands = commandsOrNone(route, params, omitInvalidFields(body, errors), project, errors);
    if (Object.keys(errors).length > 0) {
      const isKnown = createPathMatcher(Object.keys(errors).map((path) => stepsOfPath(path, body)));
      throw invalidFieldsProblem(errors.body ? errors : { ...collectCommandErrors(commands, consider, isKnown), ...errors });
    }
    assertRoomForItems(commands, project, caller.workspace);
    assertFilesFit(commands, project, caller.workspace, (file) => fileStore.find(hash, file));
    const [only] = commands;
    return { command: only && commands.length === 1 ? only : { do: 'batch', commands } };
  };
  try {
    await executePrepared(engine, hash, 'api', prepare, (result) => {
      reply = writeReply(route, result, engine.getProject(hash));
    });
  } catch (error) {
    const isOfSeveral = commands.length > 1 && error instanceof Problem && error.code === 'invalid';
    throw withRequestedFields(isOfSeveral ? withErrorsOfAll(error, commands, consider) : error, route, receivedBody);
  }
  return jsonResponse(reply, route.status, quotaHeaders);
}

/** The engine ends at the first command with errors. Another write may have removed the cause of the others since. */
function withErrorsOfAll(first: Problem, commands: readonly SingleCommand[], consider: (command: SingleCommand) => void): Problem {
  const errors = collectCommandErrors(commands, consider);
  return Object.keys(errors).length > 0 ? invalidFieldsProblem(errors) : first;
}

/** The body without the fields that have errors, so that the engine can check the others. */
function omitInvalidFields(body: Record<string, unknown>, errors: FieldErrors): Record<string, unknown> {
  const faulty = new Set(Object.keys(errors).map((path) => stepsOfPath(path, body)[0]));
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

/** The steps of the path of an error. The names of properties that a body should not have may contain dots. */
const stepsOfPath = (path: string, body: Record<string, unknown>): readonly string[] =>
  Object.hasOwn(body, path) ? [path] : path.split('.', 20);

/** The engine's errors for the fields of each command, except those in paths for which `isKnown` is true. */
function collectCommandErrors(
  commands: readonly SingleCommand[],
  consider: (command: SingleCommand) => void,
  isKnown: (path: string) => boolean = () => false,
) {
  const errors: Record<string, Message> = {};
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
function createPathMatcher(paths: readonly (readonly string[])[]): (path: string) => boolean {
  const known = new Set(paths.map(joinSteps));
  const around = new Set(paths.flatMap(ancestorPaths));
  return (path) => {
    const steps = path.split('.', 20);
    return known.has(joinSteps(steps)) || around.has(joinSteps(steps)) || ancestorPaths(steps).some((each) => known.has(each));
  };
}

const joinSteps = (steps: readonly string[]): string => JSON.stringify(steps);

/** Those of `a` and `a.b` for `a.b.c`. */
const ancestorPaths = (steps: readonly string[]): string[] => steps.slice(1).map((_, index) => joinSteps(steps.slice(0, index + 1)));

/**
 * The Problem with the fields by the names that they have in the request: a route of its own sets a field by another name, and the owner of an attribute is in
 * the path. A name that the body contains stays.
 */
function withRequestedFields(error: unknown, { name, path }: Route, body: RequestBody): unknown {
  const requestedNames: Record<string, string> = {
    ...(name === 'linkBoard' && { linkedBoard: 'boardId' }),
    ...(path.startsWith('/:hash/board/:boardId/attribute') && { cId: 'boardId' }),
    ...(path.startsWith('/:hash/component/:componentId/attribute') && { cId: 'componentId' }),
  };
  const isRenamed = (field: string): boolean => Object.hasOwn(requestedNames, field) && !Object.hasOwn(body, field);
  if (!(error instanceof Problem) || error.code !== 'invalid' || !error.faults.some(({ path: field }) => isRenamed(field))) return error;
  const renamed = error.faults.map(({ path: field, ...fault }) => [isRenamed(field) ? requestedNames[field] : field, fault]);
  return invalidFieldsProblem(Object.fromEntries(renamed));
}

function writeReply(route: Route, { version, newVersion, versionTime, ids }: CommandResult, project: Project): object {
  if (route.name === 'setCss') return { css: project.projectRecord.css };
  const [id] = ids;
  return route.returns === 'C' ? { version, newVersion, versionTime, id } : { version, newVersion, versionTime };
}

type RequestBody = Record<string, unknown>;

/** The body was parsed with the schema of the route, which is derived from the kind, so its fields are those of the command. */
const parsedCommand = (command: { readonly do: SingleCommand['do']; readonly [field: string]: unknown }): SingleCommand =>
  command as unknown as SingleCommand;

/**
 * The commands of a write request; several are executed as a batch. Throws a 404 if a record in the path does not exist, or does not belong
 * to the owner in the path ([Attributes, Branches] only through the owner).
 */
function toCommands(route: Route, params: PathParams, body: RequestBody, project: Project): SingleCommand[] {
  const { action, path } = route;
  checkPathParams(route, params, project);
  const id = (param: PathParam) => recordIdFor(param, params, project);
  const { index, ...fields } = withStoredIds(body, project, { isOfAsset: path.startsWith('/:hash/asset') });
  switch (action.do) {
    case 'create':
      return [
        parsedCommand({
          do: 'create',
          kind: action.kind,
          fields: { ...action.fields, ...ownerFields(action.kind, params), ...fields },
          ...(index !== undefined && { at: index }),
        }),
      ];
    case 'change':
      return [
        parsedCommand({
          do: 'change',
          kind: pathParamKinds[action.param],
          id: id(action.param),
          fields: { ...fields, ...action.fields },
        }),
      ];
    case 'move': {
      const to = action.to && fields[action.to];
      const list = action.list && { list: action.list };
      return [
        parsedCommand({
          do: 'move',
          kind: pathParamKinds[action.param],
          id: id(action.param),
          at: index,
          ...(to !== undefined && { to }),
          ...list,
        }),
      ];
    }
    case 'remove':
      return [{ do: 'remove', kind: pathParamKinds[action.param], id: id(action.param) }];
    default:
      return toSpecialCommands(route.name, params, body, project);
  }
}

/** Routes that are not a single command on the record in the path. The casts state what the schemas of these bodies accept. */
function toSpecialCommands(name: string, params: PathParams, body: RequestBody, project: Project): SingleCommand[] {
  const { index, conditions, ...fields } = body;
  const script = (role: 'if' | 'else'): SingleCommand[] => [
    parsedCommand({
      do: 'change',
      kind: 'condition',
      id: findConditionId(params.branchId ?? '', role, project),
      fields: { script: body.script },
    }),
  ];
  switch (name) {
    case 'setStartingElement':
      return [parsedCommand({ do: 'change', kind: 'project', id: projectRecordId, fields: { startingElement: body.id } })];
    case 'linkBoard':
      return [parsedCommand({ do: 'change', kind: 'element', id: params.elementId, fields: { linkedBoard: body.boardId } })];
    case 'createBranch':
      return [
        parsedCommand({
          do: 'create',
          kind: 'branch',
          fields,
          ...(conditions !== undefined && { conditions }),
          ...(index !== undefined && { at: index }),
        }),
      ];
    case 'changeBranch': {
      const change = Object.keys(fields).length > 0 ? [parsedCommand({ do: 'change', kind: 'branch', id: params.branchId, fields })] : [];
      const set = conditions === undefined ? [] : [parsedCommand({ do: 'setConditions', id: params.branchId, conditions })];
      return [...change, ...set];
    }
    case 'changeIf':
      return script('if');
    case 'changeElse':
      return script('else');
    case 'removeElse':
      return [{ do: 'remove', kind: 'condition', id: findConditionId(params.branchId ?? '', 'else', project) }];
    case 'setCss':
      return [parsedCommand({ do: 'change', kind: 'project', id: projectRecordId, fields: { css: body.css } })];
    default:
      throw new Error(`No command is known for ${name}`);
  }
}

function findConditionId(branchId: string, role: 'if' | 'else', project: Project): string {
  const found = project.children('condition', branchId, 'conditions').find((condition) => condition.role === role);
  if (!found) throw notFoundProblem(message('problem.noun.branchCondition', { role }), branchId);
  return found.id;
}

/** The parent field of a new record, if the path contains the parent. */
function ownerFields(kind: KindName, params: PathParams): RequestBody {
  if (kind === 'attribute') return { cId: params.elementId ?? params.boardId ?? params.componentId };
  const by = getKind(kind).orders[0]?.parentField;
  return by && params[by] !== undefined ? { [by]: params[by] } : {};
}

/** Throws unless every record in the path exists and belongs to the one before it. */
function checkPathParams({ path }: Route, params: PathParams, project: Project): void {
  let owner: string | undefined;
  for (const param of path.match(/(?<=:)\w+/g) ?? []) {
    if (!isRecordParam(param)) continue;
    const kind = pathParamKinds[param];
    const record = project.get(recordIdFor(param, params, project));
    if (record?.kind !== kind || (owner !== undefined && ownerIdOf(record) !== owner))
      throw notFoundProblem(kindNoun(kind), params[param] ?? '');
    if (record.kind === 'condition' && record.role !== 'elseIf') throw notFoundProblem(message('problem.noun.elseIfCondition'), record.id);
    owner = record.id;
  }
}

const isRecordParam = (name: string): name is PathParam => Object.hasOwn(pathParamKinds, name);

/** The id of the owner of a record; undefined for kinds whose paths contain no owner. */
const ownerIdOf = ({ sourceid, cId, elementId, branchId }: AnyRecord): unknown => sourceid ?? cId ?? elementId ?? branchId;

const recordIdFor = (param: PathParam, params: PathParams, project: Project): string =>
  param === 'assetId' ? toStoredAssetId(project, params.assetId ?? '') : (params[param] ?? '');

/**
 * Replaces the API's id of the asset root by its id in the project (G19) wherever a body contains an asset, so that the engine finds a
 * folder where a file is required (G35). The body may be invalid: values that are not text remain unchanged.
 */
function withStoredIds(body: RequestBody, project: Project, { isOfAsset }: { isOfAsset: boolean }): RequestBody {
  const replaceIn = (fields: RequestBody, field: string): RequestBody =>
    fields[field] === rootAssetId ? { ...fields, [field]: toStoredAssetId(project, rootAssetId) } : fields;
  const stored = replaceIn(isOfAsset ? replaceIn(body, 'parentId') : body, 'assetId');
  const { cover, value } = body;
  const data = isJsonObject(value) && Array.isArray(value.data) ? value.data : undefined;
  return {
    ...stored,
    ...(isJsonObject(cover) && { cover: replaceIn(cover, 'id') }),
    ...(isJsonObject(value) &&
      data && { value: { ...value, data: data.map((entry) => (isJsonObject(entry) ? replaceIn(entry, 'asset') : entry)) } }),
  };
}

interface ValidatedBody {
  /** The body with path-style keys merged into their fields, whether or not it is valid. */
  readonly body: Record<string, unknown>;
  readonly errors: Record<string, Message>;
}

/** Validates a body against the schema of its route ([Common conventions]: unknown properties are rejected, not ignored). */
export function validateBody(received: Record<string, unknown>, route: Route, mainLocale: () => string): ValidatedBody {
  const { body, errors } = route.pathKeys ? expandPathKeys(received, route.pathKeys, mainLocale()) : { body: received, errors: {} };
  if (!route.body) {
    const unknown = Object.keys(body).map((key): [string, Message] => [key, message('fault.unknownField')]);
    return { body, errors: Object.fromEntries([...unknown, ...Object.entries(errors)]) };
  }
  const read = parseWithFaults(route.body, body, 'body');
  if (read.success) return { body: read.data, errors };
  // A path-style key counts as a field even if it is invalid, so the body is not empty.
  const found = read.faults.filter(([path]) => path !== 'body' || Object.keys(errors).length === 0);
  return { body, errors: { ...schemaFaultsByPath(found), ...errors } };
}

interface ExpandedBody {
  readonly body: Record<string, unknown>;
  readonly errors: Record<string, Message>;
}

/** Merges path-style keys into their fields. Other keys are left to the schema. Setting a language twice is an error. */
function expandPathKeys(body: Record<string, unknown>, pathKeys: PathStyleFields, mainLocale: string): ExpandedBody {
  const errors: Record<string, Message> = {};
  const plainEntries: [string, unknown][] = [];
  const folded: { key: string; field: string; locale: string; text: unknown }[] = [];
  for (const [key, value] of Object.entries(body)) {
    const [field, locale] = splitPathKey(key, pathKeys);
    if (field === undefined || locale === undefined) plainEntries.push([key, value]);
    else if (value !== null && typeof value !== 'string') errors[key] = message('fault.body.textOrNull');
    else folded.push({ key, field, locale, text: value });
  }
  const fields = new Map(plainEntries);
  const maps = new Map<string, Map<string, unknown> | undefined>();
  for (const { key, field, locale, text } of folded) {
    const map = maps.has(field) ? maps.get(field) : toLocaleMap(fields.get(field), mainLocale);
    maps.set(field, map);
    if (!map) continue;
    if (map.has(locale)) errors[key] = message('fault.body.duplicateLanguage', { locale });
    map.set(locale, text);
  }
  for (const [field, map] of maps) if (map) fields.set(field, Object.fromEntries(map));
  return { body: Object.fromEntries(fields), errors };
}

type PathStyleFields = NonNullable<Route['pathKeys']>;

function splitPathKey(key: string, { fields, notation }: PathStyleFields): [field?: string, locale?: string] {
  const separator = key.includes('/') ? '/' : '.';
  if (notation === 'slashes' && separator === '.') return [];
  const [field = '', locale, text, ...more] = key.split(separator);
  if (!fields.includes(field) || !locale || more.length > 0) return [];
  if (text !== undefined ? text !== 'text' : notation === 'slashes') return [];
  return [field, locale];
}

/** The texts of the field itself, by language; undefined if the value is not localized content, which the schema reports. */
function toLocaleMap(value: unknown, mainLocale: string): Map<string, unknown> | undefined {
  if (value === undefined) return new Map();
  if (value === null || typeof value === 'string') return new Map([[mainLocale, value]]);
  return typeof value === 'object' && !Array.isArray(value) ? new Map(Object.entries(value)) : undefined;
}

/** [G9] limits of the plan: elements, jumpers, branches, components and comments are counted; folders are not. */
const countedKinds = ['element', 'jumper', 'branch', 'component', 'comment'] as const;
const isCountedItem = (kind: string, type: unknown): boolean => isOneOf(countedKinds, kind) && type !== 'folder';

export function assertRoomForProject({ workspace }: ApiCaller, { engine, accounts }: RestApiDeps): void {
  if (workspace.projects === null) return;
  const count = engine.listProjects().filter(({ hash }) => accounts.workspaceIdOfProject(hash) === workspace.id).length;
  if (count >= workspace.projects)
    throw limitReachedProblem('workspace', message('problem.limit.projects', { limit: workspace.projects, count }));
}

function assertRoomForItems(commands: readonly SingleCommand[], project: Project, { items }: Workspace): void {
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

/**
 * Throws unless the files that the commands refer to fit into the remaining storage of the project. A file counts as soon as an asset
 * refers to it, not when it is uploaded. Throws the same 400 as an upload that does not fit ([G9]).
 */
export function assertFilesFit(
  commands: readonly SingleCommand[],
  project: Project,
  { projectBytes }: StoragePlan,
  find: (file: string) => StoredFile | undefined,
): void {
  if (projectBytes === null) return;
  for (const command of commands) {
    if ((command.do !== 'create' && command.do !== 'change') || command.kind !== 'asset') continue;
    const { file } = command.fields;
    const stored = typeof file === 'string' ? find(file) : undefined;
    if (!stored) continue;
    const others = bytesByFile(project, command.do === 'change' ? command.id : undefined);
    if (!others.has(stored.file)) assertWithinLimits(stored.bytes, { fileBytes: null, projectBytes: remainingBytes(projectBytes, others) });
  }
}

export function assertItemLimit(records: readonly AnyRecord[], { items }: Workspace): void {
  const count = records.filter(({ kind, type }) => isCountedItem(kind, type)).length;
  if (items !== null && count > items) throw limitReachedProblem('project', message('problem.limit.items', { limit: items, count }));
}

const limitReachedProblem = (field: string, text: Message): Problem => new Problem('limit', text, { errors: { [field]: text } });
