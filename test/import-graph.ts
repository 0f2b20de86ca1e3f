/** The imports of the program's files, read from their syntax trees: by value, by type only, lazily, of workers and of style sheets. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './root.ts';
import { allNodes, isNode, parseModule, type SyntaxNode } from './syntax-tree.ts';

export interface Import {
  /** A path from the root of the repository, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
  readonly isTypeOnly: boolean;
  readonly isLazy: boolean;
}

export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

export const listFiles = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => posix.join(folder, entry.parentPath.slice(join(root, folder).length).replaceAll('\\', '/'), entry.name))
    .sort();

/** The graph of all files in the folders. */
export const readImportGraph = (folders: readonly string[]): ImportGraph =>
  new Map(
    folders
      .flatMap((folder) => listFiles(folder, /\.(?:tsx?|css)$/))
      .map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]),
  );

export function importsOf(file: string, source: string): Import[] {
  const found = file.endsWith('.css') ? styleImports(source) : moduleImports(file, source);
  return found.map(({ path, ...kind }) => ({ ...kind, ...resolveImport(file, path) }));
}

interface FoundImport {
  readonly path: string;
  readonly isTypeOnly: boolean;
  readonly isLazy: boolean;
}

const styleImports = (source: string): FoundImport[] =>
  [...source.matchAll(/@import\s+(?:url\()?["']([^"']+)["']/g)].map(([, path = '']) => ({ path, isTypeOnly: false, isLazy: false }));

const textOf = (value: unknown): string | null =>
  isNode(value) && value.type === 'Literal' && typeof value.value === 'string' ? value.value : null;

const moduleImports = (file: string, source: string): FoundImport[] =>
  [...allNodes(parseModule(file, source))].map(importOf).filter((imported) => imported !== null);

/** The import that this node is, if it is one. */
function importOf(node: SyntaxNode): FoundImport | null {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration': {
      const path = textOf(node.source);
      return path === null ? null : { path, isTypeOnly: isTypeOnly(node), isLazy: path.includes('?worker') };
    }
    case 'ImportExpression': {
      const path = textOf(node.source);
      return path === null ? null : { path, isTypeOnly: false, isLazy: true };
    }
    case 'TSImportType': {
      const path = textOf(node.source ?? node.argument);
      return path === null ? null : { path, isTypeOnly: true, isLazy: false };
    }
    case 'NewExpression': {
      // new URL('./worker.ts', import.meta.url)
      const [path] = Array.isArray(node.arguments) ? node.arguments : [];
      const isUrl = isNode(node.callee) && node.callee.name === 'URL';
      const text = textOf(path);
      return isUrl && text?.startsWith('.') ? { path: text, isTypeOnly: false, isLazy: true } : null;
    }
    default:
      return null;
  }
}

function isTypeOnly(node: SyntaxNode): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [];
  return specifiers.length > 0 && specifiers.every((each) => each.importKind === 'type' || each.exportKind === 'type');
}

export function resolveImport(file: string, path: string): { to: string; isPackage: boolean } {
  if (!path.startsWith('.')) return { to: path, isPackage: true };
  const bare = posix.join(posix.dirname(file), path.replace(/\?.*$/, ''));
  const to = [bare, `${bare}.ts`, `${bare}.tsx`].find((each) => existsSync(join(root, each)));
  return { to: to ?? `${bare} (missing)`, isPackage: false };
}

/** The groups of nodes that reach each other: every cycle is inside of one (Tarjan's algorithm). */
export function findCycles(nodes: Iterable<string>, nextOf: (node: string) => readonly string[]): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];
  const lowOf = (node: string) => low.get(node) ?? 0;
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    onStack.add(node);
    for (const next of nextOf(node)) {
      if (!index.has(next)) visit(next);
      if (onStack.has(next)) low.set(node, Math.min(lowOf(node), lowOf(next)));
    }
    if (lowOf(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    for (const each of group) onStack.delete(each);
    if (group.length > 1 || nextOf(node).includes(node)) cycles.push(group.sort());
  };
  for (const node of nodes) if (!index.has(node)) visit(node);
  return cycles;
}
