/** Turns a request (route, path parameters, body) into commands of the engine. */

import { type PathParam, pathParamKinds, type Route } from '../../../shared/contracts/rest/routes/route.ts';
import { isJsonObject } from '../../../shared/json.ts';
import { message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import type { PathParams } from '../api-request.ts';
import { rootAssetId, toStoredAssetId } from '../serializers/assets.ts';

type RequestBody = Record<string, unknown>;

/** The body was parsed with the schema of the route, which is derived from the kind, so its fields are those of the command. */
const parsedCommand = (command: { readonly do: SingleCommand['do']; readonly [field: string]: unknown }): SingleCommand =>
  command as unknown as SingleCommand;

/**
 * The commands of a write request; several are executed as a batch. Throws a 404 if a record in the path does not exist, or does not belong
 * to the owner in the path ([Attributes, Branches] only through the owner).
 */
export function toCommands(route: Route, params: PathParams, body: RequestBody, project: Project): SingleCommand[] {
  const { action } = route;
  checkPathParams(route, params, project);
  const id = (param: PathParam) => recordIdFor(param, params, project);
  const { index, ...fields } = withStoredIds(body, project);
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
function withStoredIds(body: RequestBody, project: Project): RequestBody {
  const replaceIn = (fields: RequestBody, field: string): RequestBody =>
    fields[field] === rootAssetId ? { ...fields, [field]: toStoredAssetId(project, rootAssetId) } : fields;
  const stored = replaceIn(replaceIn(body, 'parentId'), 'assetId');
  const { cover, value } = body;
  const data = isJsonObject(value) && Array.isArray(value.data) ? value.data : undefined;
  return {
    ...stored,
    ...(isJsonObject(cover) && { cover: replaceIn(cover, 'id') }),
    ...(isJsonObject(value) &&
      data && { value: { ...value, data: data.map((entry) => (isJsonObject(entry) ? replaceIn(entry, 'asset') : entry)) } }),
  };
}
