/** Finds the routes for a path. Fixed segments take precedence over parameters. */

import type { Route } from '../../shared/contracts/rest/routes/route.ts';
import { routes } from '../../shared/contracts/rest/routes/routes.ts';
import { decodePathSegment } from '../platform/decode-path-segment.ts';

interface RouteNode {
  readonly literals: Map<string, RouteNode>;
  param?: { readonly name: string; readonly node: RouteNode };
  readonly routes: Route[];
}

interface RouteMatch {
  /** The routes of the path for all methods. */
  readonly routes: readonly Route[];
  readonly params: Readonly<Record<string, string>>;
}

const createRouteNode = (): RouteNode => ({ literals: new Map(), routes: [] });

const routeTree = createRouteNode();
for (const row of routes) {
  let at = routeTree;
  for (const part of row.path.split('/').slice(1)) at = part.startsWith(':') ? paramChild(at, part.slice(1)) : literalChild(at, part);
  at.routes.push(row);
}

function literalChild(at: RouteNode, word: string): RouteNode {
  const step = at.literals.get(word) ?? createRouteNode();
  at.literals.set(word, step);
  return step;
}

function paramChild(at: RouteNode, name: string): RouteNode {
  at.param ??= { name, node: createRouteNode() };
  if (at.param.name !== name) throw new Error(`Two parameters at one place of a path: ${at.param.name} and ${name}`);
  return at.param.node;
}

/** `path` is the part after /api/v1. If several paths match, those with more fixed segments come first. */
export function matchRoutes(path: string): RouteMatch[] {
  const parts = path.split('/').slice(1);
  const found: RouteMatch[] = [];
  collectMatches(routeTree, parts, 0, {}, found);
  return found;
}

/** The project in the first segment of a path, whether or not the rest of the path is known. */
export function projectHashInPath(path: string): string | undefined {
  const part = path.split('/')[1];
  return part === undefined || part === '' || routeTree.literals.has(part) ? undefined : decodePathSegment(part);
}

function collectMatches(at: RouteNode, parts: readonly string[], index: number, params: Record<string, string>, found: RouteMatch[]): void {
  const part = parts[index];
  if (part === undefined) {
    if (at.routes.length > 0) found.push({ routes: at.routes, params });
    return;
  }
  const word = at.literals.get(part);
  if (word) collectMatches(word, parts, index + 1, params, found);
  const value = at.param && decodePathSegment(part);
  if (at.param && value) collectMatches(at.param.node, parts, index + 1, { ...params, [at.param.name]: value }, found);
}
