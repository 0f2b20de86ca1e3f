/** Which names each file exports, and which of them other files import: read from the syntax trees, lazy imports and types included. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { resolveImport } from './import-graph.ts';
import { root } from './root.ts';
import { allNodes, isNode, nameOf, parseModule, type SyntaxNode } from './syntax-tree.ts';

export interface ModuleExports {
  readonly exported: ReadonlySet<string>;
  /** The names that the file uses of other files, by path. `*`: all of them. */
  readonly used: ReadonlyMap<string, ReadonlySet<string>>;
}

export const readModuleExports = (file: string): ModuleExports => moduleExports(file, readFileSync(join(root, file), 'utf8'));

export function moduleExports(file: string, source: string): ModuleExports {
  const statements = parseModule(file, source);
  const exported = new Set(statements.flatMap(exportedNames));
  const used = new Map<string, Set<string>>();
  for (const { path, names } of usesIn(file, statements)) {
    const { to, isPackage } = resolveImport(file, path);
    if (isPackage) continue;
    const all = used.get(to) ?? new Set();
    for (const name of names) all.add(name);
    used.set(to, all);
  }
  return { exported, used };
}

const nodesOf = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);
const textOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

function exportedNames(statement: SyntaxNode): string[] {
  if (statement.type === 'ExportDefaultDeclaration') return ['default'];
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration } = statement;
  const specifiers = nodesOf(statement.specifiers).flatMap(({ exported }) => nameOf(exported) ?? []);
  if (!isNode(declaration)) return specifiers;
  if (isNode(declaration.id)) return [...specifiers, ...patternNames(declaration.id)];
  return nodesOf(declaration.declarations).flatMap(({ id }) => patternNames(id));
}

/** The names that a declaration binds: `a`, `{ a, b: c }`, `[a]`. */
function patternNames(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  if (pattern.type === 'ObjectPattern')
    return nodesOf(pattern.properties).flatMap(({ value, argument }) => patternNames(value ?? argument));
  if (pattern.type === 'ArrayPattern') return nodesOf(pattern.elements).flatMap(patternNames);
  if (pattern.type === 'AssignmentPattern') return patternNames(pattern.left);
  return [nameOf(pattern) ?? []].flat();
}

interface Use {
  readonly path: string;
  readonly names: readonly string[];
}

const relativePath = (from: string, to: string): string => {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
};

function usesIn(file: string, statements: readonly SyntaxNode[]): Use[] {
  const parents = new Map<SyntaxNode, SyntaxNode>();
  return [...allNodes(statements, (child, parent) => parents.set(child, parent))].flatMap((node) => {
    const path = textOf(node.source ?? node.argument);
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
        return path === undefined ? [] : [{ path, names: nodesOf(node.specifiers).map(usedName) }];
      case 'ExportAllDeclaration':
        return path === undefined ? [] : [{ path, names: ['*'] }];
      case 'TSImportType':
        return path === undefined ? [] : [{ path, names: [nameOf(node.qualifier) ?? '*'] }];
      case 'ImportExpression':
        return path === undefined ? [] : [{ path, names: lazilyUsedNames(node, parents) }];
      case 'CallExpression': {
        // The recipes load the modules of their copy by paths from the root.
        const loaded = nameOf(node.callee) === 'load' ? textOf(nodesOf(node.arguments)[0]) : undefined;
        return loaded?.includes('/') ? [{ path: relativePath(file, loaded), names: lazilyUsedNames(node, parents) }] : [];
      }
      case 'NewExpression': {
        const worker = isNode(node.callee) && node.callee.name === 'URL' ? textOf(nodesOf(node.arguments)[0]) : undefined;
        return worker?.startsWith('.') ? [{ path: worker, names: ['*'] }] : [];
      }
      case 'TSModuleDeclaration': {
        // `declare module './a.ts' { interface B {} }` merges with `B`.
        const augmented = textOf(node.id);
        const names = isNode(node.body) ? nodesOf(node.body.body).flatMap(({ id }) => nameOf(id) ?? []) : [];
        return augmented?.startsWith('.') ? [{ path: augmented, names }] : [];
      }
      default:
        return [];
    }
  });
}

function usedName(specifier: SyntaxNode): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*';
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return nameOf(specifier.imported ?? specifier.local) ?? '*';
}

/** `(await import('./a.ts')).b` uses `b`, and `const { b } = await import('./a.ts')`, too. */
function lazilyUsedNames(node: SyntaxNode, parents: ReadonlyMap<SyntaxNode, SyntaxNode>): string[] {
  let user = parents.get(node);
  while (user && ['AwaitExpression', 'ParenthesizedExpression', 'TSAsExpression'].includes(user.type)) user = parents.get(user);
  if (user?.type === 'ArrowFunctionExpression') return lazyCodeNames(user, parents);
  // `import('./a.ts').then(…)` may use anything.
  if (user?.type === 'MemberExpression' && nameOf(user.property) !== 'then') return [nameOf(user.property) ?? '*'];
  if (user?.type === 'VariableDeclarator' && isNode(user.id) && user.id.type === 'ObjectPattern')
    return nodesOf(user.id.properties).flatMap(({ key }) => nameOf(key) ?? '*');
  return ['*'];
}

/** `const a = lazyCode(() => import('./a.ts'))` uses `b` where the file has `a.run(({ b }) => …)` or `a.run((code) => code.b())`. */
function lazyCodeNames(loader: SyntaxNode, parents: ReadonlyMap<SyntaxNode, SyntaxNode>): string[] {
  const call = parents.get(loader);
  const declared = call && parents.get(call);
  if (!call || nameOf(call.callee) !== 'lazyCode' || declared?.type !== 'VariableDeclarator') return ['*'];
  const name = nameOf(declared.id);
  return [...parents].flatMap(([node, parent]) => {
    if (node.type !== 'Identifier' || node.name !== name || parent === declared) return [];
    const use = parents.get(parent);
    const isRun = parent.type === 'MemberExpression' && nameOf(parent.property) === 'run' && use?.type === 'CallExpression';
    return isRun ? namesUsedBy(nodesOf(use.arguments)[0]) : ['*'];
  });
}

/** What a function uses of its first parameter. */
function namesUsedBy(callback: SyntaxNode | undefined): string[] {
  const [parameter] = nodesOf(callback?.params);
  if (!callback || !parameter) return ['*'];
  if (parameter.type === 'ObjectPattern') return nodesOf(parameter.properties).flatMap(({ key }) => nameOf(key) ?? '*');
  return [...allNodes([callback])].flatMap((node) =>
    node.type === 'MemberExpression' && nameOf(node.object) === nameOf(parameter) ? (nameOf(node.property) ?? '*') : [],
  );
}
