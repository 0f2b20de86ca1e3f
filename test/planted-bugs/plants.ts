/**
 * Planted bugs: wrong behaviours that are inserted into the program one at a time, to prove that the tests catch them. Each is anchored on
 * a declaration of a module and on a piece of its syntax: white space, line breaks, comments and trailing commas do not matter. A plant
 * whose declaration or code is not found exactly once throws, and a unit test checks all of them, so a renaming cannot disable one
 * silently. TALEPORT_PLANT names the plant for a run; vitest.config.ts inserts it.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { isNode, nameOf, parseModule, type SyntaxNode } from '../syntax-tree.ts';

export interface Plant {
  readonly name: string;
  /** The test file that has to catch it. */
  readonly caughtBy: string;
  /** The name of the test in it, or of its group: where others would wait for what the bug prevents, only this one runs. */
  readonly test?: string;
  readonly module: string;
  /** A top-level declaration of the module, or `Class.member`. */
  readonly declaration: string;
  /** The code inside of the declaration that is replaced. */
  readonly code: string;
  readonly replacement: string;
}

/** `caughtBy`: the test file, and after a `#` the name of the test in it, or of its group. */
export function plant(name: string, caughtBy: string, module: string, declaration: string, code: string, replacement: string): Plant {
  const [file = '', test] = caughtBy.split('#');
  return { name, caughtBy: file, ...(test !== undefined && { test }), module, declaration, code, replacement };
}

/** The Vite plugin that inserts the plant that TALEPORT_PLANT names at the time (`none`: no plant yet). Throws for a name that does not exist. */
export function plantPlugins(among: readonly Plant[]): Plugin[] {
  if (!process.env.TALEPORT_PLANT) return [];
  const current = (): Plant | undefined => {
    const name = process.env.TALEPORT_PLANT;
    const found = among.find((each) => each.name === name);
    if (!found && name !== 'none') throw new Error(`There is no plant "${name}".`);
    return found;
  };
  const plantIn = (id: string): Plant | undefined => {
    const plant = current();
    return plant && resolve(import.meta.dirname, '../..', plant.module) === id.split('?')[0] ? plant : undefined;
  };
  current();
  return [
    {
      name: 'taleport-plant',
      enforce: 'pre',
      // All other modules come from the cache of runs without a plant. The planted one is never cached: the bug must not stay behind.
      api: { vitest: { ignoreFsModuleCache: true } },
      configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(({ id }) => (plantIn(id) ? false : undefined)),
      transform(code, id) {
        const plant = plantIn(id);
        return plant ? { code: withPlant(plant, code), map: null } : undefined;
      },
    },
  ];
}

export const sourceOf = ({ module }: Plant): string => readFileSync(resolve(import.meta.dirname, '../..', module), 'utf8');

/** The source of the module with the plant in it. Throws unless the declaration contains the code exactly once. */
export function withPlant(plant: Plant, source: string): string {
  const { name, module, declaration, code, replacement } = plant;
  const { start, end } = rangeOf(declaration, module, source);
  const found = [...source.slice(start, end).matchAll(patternOf(code))];
  const [match] = found;
  if (!match || found.length > 1) throw new Error(`"${name}": ${declaration} of ${module} has "${code}" ${found.length} times, not once.`);
  const at = start + match.index;
  return source.slice(0, at) + replacement + source.slice(at + match[0].length);
}

/** Where the declaration of this name begins and ends. */
function rangeOf(declaration: string, module: string, source: string): { start: number; end: number } {
  const [name, member] = declaration.split('.');
  const declared = parseModule(module, source)
    .map((statement) => (isNode(statement.declaration) ? statement.declaration : statement))
    .filter((inner) => {
      if (inner.type !== 'VariableDeclaration') return nameOf(inner.id) === name && !inner.type.startsWith('TS');
      return listOf(inner.declarations).some(({ id }) => nameOf(id) === name);
    });
  const members = declared.flatMap((node) => (isNode(node.body) ? listOf(node.body.body) : []));
  const found = member === undefined ? declared : members.filter((node) => nameOf(node.key) === member);
  const [node] = found;
  if (!node || found.length > 1) throw new Error(`${module} declares ${declaration} ${found.length} times, not once.`);
  return node;
}

const listOf = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** A regular expression that matches exactly this text. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Matches the code token by token, with any white space and comments between the tokens. */
function patternOf(code: string): RegExp {
  const between = String.raw`(?:\s|//[^\n]*\n|/\*[\s\S]*?\*/)*`;
  const tokens = code.match(/[\w$#]+|'[^']*'|`[^`]*`|\S/g) ?? [];
  const escaped = tokens.map((token) => escapeRegExp(token).replace(/^(\w+)$/, '\\b$1\\b'));
  const closing = /^\\[)\]}]$/;
  const parts = escaped.map((token, at) => (at === 0 ? token : `${closing.test(token) ? `(?:${between},)?` : ''}${between}${token}`));
  return new RegExp(parts.join(''), 'g');
}
