/**
 * The REST API as a table: the endpoint list of service.md as data, in its order. The server, the sync client, the OpenAPI document and the
 * conformance tests read it. A row contains everything that is particular to its endpoint.
 */
import { type AnyRecord, getKind, type KindName } from '../../../model/kinds/kinds.ts';
import type { Project } from '../../../model/project.ts';
import { boardContentRoutes, boardRoutes } from './board-routes.ts';
import { assetRoutes, componentRoutes, variableRoutes } from './component-routes.ts';
import { attributeRoutes, elementRoutes } from './element-routes.ts';
import { commentRoutes, exportRoutes, projectRoutes, stylesheetRoutes } from './project-routes.ts';
import { pathParamKinds, type RecordAction, type Route } from './route.ts';

const rows = [
  ...projectRoutes,
  ...boardRoutes,
  ...elementRoutes,
  ...attributeRoutes,
  ...boardContentRoutes,
  ...variableRoutes,
  ...componentRoutes,
  ...assetRoutes,
  ...exportRoutes,
  ...commentRoutes,
  ...stylesheetRoutes,
  // Otherwise rows whose names are not known would absorb those whose names are.
] as const;

export const routes: readonly Route[] = rows;

/** The names of the rows that only read a project. */
export type ReadRouteName = Extract<(typeof rows)[number], { readonly action: { readonly do: 'read' } }>['name'];

/** A route that does something to one record. */
interface RecordRoute {
  readonly route: Route;
  readonly action: RecordAction;
  readonly paramNames: readonly string[];
}

const kindOf = (action: RecordAction): KindName => (action.do === 'create' ? action.kind : pathParamKinds[action.param]);
const countFields = ({ fields = {} }: RecordAction): number => Object.keys(fields).length;
const routesKey = (does: RecordAction['do'], kind: KindName): string => `${does} ${kind}`;

/** By action and kind; first the routes that only some records of the kind have. */
const recordRoutes: ReadonlyMap<string, readonly RecordRoute[]> = Map.groupBy(
  routes
    .flatMap((route: Route): RecordRoute[] => {
      const action = route.action.do === 'own' ? route.action.as : route.action;
      if (!action || action.do === 'read') return [];
      return [
        { route, action, paramNames: [...route.path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => (name === 'hash' ? [] : [name])) },
      ];
    })
    .sort((one, two) => countFields(two.action) - countFields(one.action)),
  ({ action }) => routesKey(action.do, kindOf(action)),
);

/** The lists whose order a request can change ([Endpoints] the index routes). */
const reorderableLists: ReadonlySet<string | undefined> = new Set(
  [...recordRoutes.values()]
    .flat()
    .flatMap(({ action }) => (action.do === 'move' ? [action.list ?? getKind(kindOf(action)).orders[0]?.list] : [])),
);
export const isReorderable = (list: string): boolean => reorderableLists.has(list);

export interface WantedRoute {
  /** For a change: the field that has a route of its own. */
  readonly part?: string | undefined;
  /** For a move: the list in which the record gets another position. */
  readonly list?: string;
}

/** The route that does something to the record. `record` is how the record is afterwards, `project` the one that contains its parents. */
export function findRecordRoute(
  does: RecordAction['do'],
  record: AnyRecord,
  project: Project,
  { part, list }: WantedRoute = {},
): Route | undefined {
  const params = recordParams(record, project);
  return recordRoutes
    .get(routesKey(does, record.kind))
    ?.find(
      ({ action, paramNames }) =>
        (action.do !== 'change' || action.part === part) &&
        (action.do !== 'move' || action.list === undefined || action.list === list) &&
        Object.entries(action.fields ?? {}).every(([field, value]) => record[field] === value) &&
        paramNames.every((name) => name in params),
    )?.route;
}

/** The parameters of paths that name a record: its own id, and those of what contains it. */
export function recordParams({ kind, id, ...fields }: AnyRecord, project: Project): Readonly<Record<string, string>> {
  const { orders, references } = getKind(kind);
  const parents = orders.flatMap(({ parentField }) => {
    const parent = parentField === null ? null : fields[parentField];
    if (parentField === null || typeof parent !== 'string') return [];
    // A parent that the project lacks is of the kind that most records have.
    return [[`${project.get(parent)?.kind ?? references[parentField]?.targetKinds[0]}Id`, parent] as const];
  });
  return { ...Object.fromEntries(parents), [`${kind}Id`]: id };
}
