/** What a request comes to: rows and bodies made into commands of the engine. Knows no HTTP. */
import type { SingleCommand } from '../../shared/commands.ts';
import { type KindName, kindNamed } from '../../shared/kinds/all.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import { notFound } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import { type Param, paramKinds, type Route } from '../../shared/routes/route.ts';
import { storedAssetId } from './asset-root.ts';

type Body = Record<string, unknown>;
type Params = Readonly<Record<string, string>>;

/**
 * The commands of a write; more than one go as a batch. Throws a 404 for what the path names and is not there, or belongs
 * to another owner than the path says ([Attributes, Branches] only through the owner).
 */
export function commandsOf(route: Route, params: Params, body: Body, project: Project): SingleCommand[] {
  const { does } = route;
  settleParams(route, params, project);
  const id = (param: Param) => idOf(param, params, project);
  const { index, ...fields } = ofProject(body, project);
  switch (does.do) {
    case 'create':
      return [
        {
          do: 'create',
          kind: does.kind,
          fields: { ...does.fields, ...ownerOf(does.kind, params), ...fields },
          ...(index !== undefined && { at: index }),
        } as SingleCommand,
      ];
    case 'change':
      return [{ do: 'change', kind: paramKinds[does.of], id: id(does.of), fields: { ...fields, ...does.fields } } as SingleCommand];
    case 'move': {
      const to = does.to && fields[does.to];
      const list = does.list && { list: does.list };
      return [
        { do: 'move', kind: paramKinds[does.of], id: id(does.of), at: index, ...(to !== undefined && { to }), ...list } as SingleCommand,
      ];
    }
    case 'remove':
      return [{ do: 'remove', kind: paramKinds[does.of], id: id(does.of) }];
    default:
      return own(route.name, params, body, project);
  }
}

/** Rows that are more, or other, than one command on the record of the path. */
function own(name: string, params: Params, body: Body, project: Project): SingleCommand[] {
  const { index, conditions, ...fields } = body;
  const script = (role: 'if' | 'else'): SingleCommand[] => [
    {
      do: 'change',
      kind: 'condition',
      id: conditionOf(params.branchId ?? '', role, project),
      fields: { script: body.script as string | null },
    },
  ];
  switch (name) {
    case 'setStartingElement':
      return [{ do: 'change', kind: 'project', id: PROJECT, fields: { startingElement: body.id as string | null } }];
    case 'linkBoard':
      return [{ do: 'change', kind: 'element', id: params.elementId ?? '', fields: { linkedBoard: body.boardId as string } }];
    case 'createBranch':
      return [
        {
          do: 'create',
          kind: 'branch',
          fields,
          ...(conditions !== undefined && { conditions }),
          ...(index !== undefined && { at: index }),
        } as SingleCommand,
      ];
    case 'changeBranch': {
      const change = Object.keys(fields).length > 0 ? [{ do: 'change', kind: 'branch', id: params.branchId, fields }] : [];
      const set = conditions === undefined ? [] : [{ do: 'setConditions', id: params.branchId, conditions }];
      return [...change, ...set] as SingleCommand[];
    }
    case 'changeIf':
      return script('if');
    case 'changeElse':
      return script('else');
    case 'removeElse':
      return [{ do: 'remove', kind: 'condition', id: conditionOf(params.branchId ?? '', 'else', project) }];
    case 'setCss':
      return [{ do: 'change', kind: 'project', id: PROJECT, fields: { css: body.css as string } }];
    default:
      throw new Error(`No command is known for ${name}`);
  }
}

function conditionOf(branchId: string, role: 'if' | 'else', project: Project): string {
  const found = project.children('condition', branchId, 'conditions').find((condition) => condition.role === role);
  if (!found) throw notFound(`${role} condition of branch`, branchId);
  return found.id;
}

/** The field by which a record of this kind names the owner that the path gives. */
function ownerOf(kind: KindName, params: Params): Body {
  if (kind === 'attribute') return { cId: params.elementId ?? params.boardId ?? params.componentId };
  const by = kindNamed(kind).orders[0]?.by;
  return by && params[by] !== undefined ? { [by]: params[by] } : {};
}

/** Everything the path names is there, and each belongs to the one before it. */
export function settleParams({ path }: Route, params: Params, project: Project): void {
  let owner: string | undefined;
  for (const param of path.match(/(?<=:)\w+/g) ?? []) {
    if (!isParam(param)) continue;
    const kind = paramKinds[param];
    const record = project.find(kind, idOf(param, params, project));
    if (!record || (owner !== undefined && ownerIn(record) !== owner)) throw notFound(kindNamed(kind).label, params[param] ?? '');
    if (record.kind === 'condition' && record.role !== 'elseIf') throw notFound('else-if condition', record.id);
    owner = record.id;
  }
}

const isParam = (name: string): name is Param => Object.hasOwn(paramKinds, name);

function ownerIn(record: object): unknown {
  const { cId, elementId, branchId, sourceid } = record as Record<string, unknown>;
  return sourceid ?? cId ?? elementId ?? branchId;
}

const idOf = (param: Param, params: Params, project: Project): string =>
  param === 'assetId' ? storedAssetId(project, params.assetId ?? '') : (params[param] ?? '');

/** The ids of a body as the project has them: the asset root goes by a name of its own (G19). The body may be unsound: what is no text stays. */
function ofProject(body: Body, project: Project): Body {
  return typeof body.parentId === 'string' ? { ...body, parentId: storedAssetId(project, body.parentId) } : body;
}
