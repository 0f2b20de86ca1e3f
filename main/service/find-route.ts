/** Which row of the table a request means. Fixed words of a path go before parameters. */
import type { Route } from '../../shared/routes/route.ts';
import { routes } from '../../shared/routes/routes.ts';

interface Step {
  readonly words: Map<string, Step>;
  param?: { readonly name: string; readonly step: Step };
  readonly rows: Route[];
}

export interface Match {
  /** Rows of the path by any method. */
  readonly rows: readonly Route[];
  readonly params: Readonly<Record<string, string>>;
}

const newStep = (): Step => ({ words: new Map(), rows: [] });

const table = newStep();
for (const row of routes) {
  let at = table;
  for (const part of row.path.split('/').slice(1)) at = part.startsWith(':') ? paramStep(at, part.slice(1)) : wordStep(at, part);
  at.rows.push(row);
}

function wordStep(at: Step, word: string): Step {
  const step = at.words.get(word) ?? newStep();
  at.words.set(word, step);
  return step;
}

function paramStep(at: Step, name: string): Step {
  at.param ??= { name, step: newStep() };
  if (at.param.name !== name) throw new Error(`Two parameters at one place of a path: ${at.param.name} and ${name}`);
  return at.param.step;
}

/** `path` is what comes after /api/v1. Several matches: those with more fixed words first. */
export function findRoutes(path: string): Match[] {
  const parts = path.split('/').slice(1);
  const found: Match[] = [];
  follow(table, parts, 0, {}, found);
  return found;
}

/** The first part of a path that names a project, whether or not the rest of it is known. */
export function hashIn(path: string): string | undefined {
  const part = path.split('/')[1];
  return part === undefined || part === '' || table.words.has(part) ? undefined : decoded(part);
}

function follow(at: Step, parts: readonly string[], index: number, params: Record<string, string>, found: Match[]): void {
  const part = parts[index];
  if (part === undefined) {
    if (at.rows.length > 0) found.push({ rows: at.rows, params });
    return;
  }
  const word = at.words.get(part);
  if (word) follow(word, parts, index + 1, params, found);
  const value = at.param && decoded(part);
  if (at.param && value) follow(at.param.step, parts, index + 1, { ...params, [at.param.name]: value }, found);
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
