/**
 * Wrong behaviours to plant into the service, one at a time: each replaces one text in one module. They show that the conformance suite
 * has teeth. TALEPORT_PLANT names one for a run of the suite; vitest.config.ts lays it in.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

export interface Plant {
  readonly name: string;
  readonly module: string;
  readonly text: string;
  readonly instead: string;
  /** The test file that has to catch it, without its folder. */
  readonly caughtBy: string;
}

export const plant = (name: string, caughtBy: string, module: string, text: string, instead: string): Plant => ({
  name,
  caughtBy,
  module,
  text,
  instead,
});

export const plants: readonly Plant[] = [
  // Defaults
  plant('elements are 120 high', 'elements', 'shared/kinds/element.ts', 'height: 121', 'height: 120'),
  plant('labels stand at 0.4', 'lines-and-branches', 'shared/kinds/connection.ts', 'labelLocation: 0.5', 'labelLocation: 0.4'),
  plant(
    'type string is not plain',
    'attributes',
    'main/engine/decide/attribute-value.ts',
    "now.plain : type === 'string'",
    "now.plain : type !== 'string'",
  ),
  // Bounds
  plant('branches are 287 wide', 'conventions', 'shared/kinds/branch.ts', 'BRANCH_WIDTH = 288', 'BRANCH_WIDTH = 287'),
  plant('sixty-one requests a seat', 'quotas', 'main/service/quotas.ts', '{ all: 60,', '{ all: 61,'),
  plant(
    'labels stand beyond the end',
    'routes',
    'shared/kinds/connection.ts',
    'labelLocation: z.number().min(0).max(1)',
    'labelLocation: z.number().min(0).max(2)',
  ),
  plant('pictures may be 8193 wide', 'assets', 'main/people/people-rows.ts', 'imagePixels: 8192', 'imagePixels: 8193'),
  // Status
  plant('an import is a 200', 'projects', 'main/service/projects.ts', 'name: made.name }, 201)', 'name: made.name }, 200)'),
  plant('a second else is a 400', 'lines-and-branches', 'shared/kinds/condition.ts', "status: 'duplicate'", "status: 'invalid'"),
  plant(
    'a missing parent is a 404',
    'lines-and-branches',
    'shared/kinds/element.ts',
    "boardId: { to: ['board'], whenGone: 'cascade', whenMissing: 'missingParent' }",
    "boardId: { to: ['board'], whenGone: 'cascade', whenMissing: 'notFound' }",
  ),
  plant(
    'a 401 says more',
    'keys',
    'main/service/answers.ts',
    "{ error: 'Unauthenticated.' }",
    "{ error: 'Unauthenticated.', status: 401 }",
  ),
  // Cascades
  plant(
    'jumpers go with their element',
    'elements',
    'shared/kinds/jumper.ts',
    "elementId: { to: ['element'], whenGone: 'clear'",
    "elementId: { to: ['element'], whenGone: 'cascade'",
  ),
  plant(
    'lists go with what they name',
    'attributes',
    'shared/kinds/attribute.ts',
    "to: ['component'], whenGone: 'drop'",
    "to: ['component'], whenGone: 'cascade'",
  ),
  plant('the last board goes', 'boards', 'main/engine/decide/remove.ts', '!keepsABoard(record.id, stage.project)', 'false'),
  // Headers and quotas
  plant('one request too many is left', 'quotas', 'main/service/quotas.ts', 'tightest.left - 1', 'tightest.left'),
  plant('the shorter wait is told', 'quotas', 'main/service/quotas.ts', 'Math.max(...exhausted', 'Math.min(...exhausted'),
  plant(
    'exports count once',
    'quotas',
    'main/service/quotas.ts',
    "transfer ? (['all', 'transfer'] as const)",
    "transfer ? (['transfer'] as const)",
  ),
  plant(
    'any value opens stored names',
    'exports',
    'main/service/exports.ts',
    "headers.get('svc-no-filter-asset-names') === 'true'",
    "headers.get('svc-no-filter-asset-names') !== null",
  ),
  // Missing checks
  plant(
    'any key reads',
    'routes',
    'main/service/service.ts',
    'if (!held.includes(needed))',
    "if (needed === 'project:write' && !held.includes(needed))",
  ),
  plant(
    'who views may edit',
    'routes',
    'main/service/service.ts',
    '!people.mayInProject(caller, permission, hash)',
    "!people.mayInProject(caller, 'view', hash)",
  ),
  plant(
    'unknown properties are let be',
    'routes',
    'shared/requests.ts',
    'z.strictObject({ ...needed, ...optional })',
    'z.object({ ...needed, ...optional })',
  ),
  plant(
    'an empty PATCH is let be',
    'routes',
    'shared/requests.ts',
    'names.some((name) => value[name] !== undefined)',
    'names.length > 0 || value === undefined',
  ),
  plant(
    'languages in any case',
    'localized',
    'main/engine/decide/texts.ts',
    'if (!locales.includes(locale))',
    'if (!locales.some((each) => each.toLowerCase() === locale.toLowerCase()))',
  ),
  plant(
    'variables named like functions',
    'variables-and-components',
    'shared/identifiers.ts',
    '/^[A-Za-z$_][0-9A-Za-z_]*$/.test(name) && !isReserved(name)',
    '/^[A-Za-z$_][0-9A-Za-z_]*$/.test(name)',
  ),
  // Order and versions
  plant('the oldest project first', 'projects', 'main/engine/engine.ts', 'two.updated - one.updated', 'one.updated - two.updated'),
  plant('versions go by two', 'routes', 'main/engine/open-project.ts', 'version: version + 1', 'version: version + 2'),
];

/** Lays the plant of this name into its module; a name that is not there, or a text that is not there once, ends the run. */
export function planted(name: string | undefined, among: readonly Plant[] = plants): Plugin[] {
  if (!name) return [];
  const found = among.find((each) => each.name === name);
  if (!found) throw new Error(`There is no plant "${name}".`);
  const file = resolve(import.meta.dirname, '../..', found.module);
  return [
    {
      name: `taleport-plant: ${name}`,
      enforce: 'pre',
      transform: (code, id) => (id.split('?')[0] === file ? { code: withPlant(found, code), map: null } : undefined),
    },
  ];
}

export const sourceOf = ({ module }: Plant): string => readFileSync(resolve(import.meta.dirname, '../..', module), 'utf8');

export function withPlant({ name, text, instead, module }: Plant, code: string): string {
  const count = code.split(text).length - 1;
  if (count !== 1) throw new Error(`"${name}": ${module} holds "${text}" ${count} times, not once.`);
  return code.replace(text, () => instead);
}
