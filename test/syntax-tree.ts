/** Syntax trees of sources, for the tests that read code: layers, vocabulary, message keys, planted bugs, the rules of the tests themselves. */
import { parseSync } from 'vite';

export interface SyntaxNode {
  readonly type: string;
  /** Offsets in the source. */
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value;

/** The children of a node in the order of its fields. */
export function childNodes(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (const field in node) {
    const value = node[field];
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) children.push(each);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

interface ParsedModule {
  readonly source: string;
  readonly statements: readonly SyntaxNode[];
}

/** By file. About ten tests read all sources, and the files of a worker share this module. Readers do not change the trees. */
const parsedModules = new Map<string, ParsedModule>();

/** The statements of a module. Throws where it cannot be parsed. */
export function parseModule(file: string, source: string): readonly SyntaxNode[] {
  const known = parsedModules.get(file);
  if (known?.source === source) return known.statements;
  const statements = parse(file, source);
  parsedModules.set(file, { source, statements });
  return statements;
}

function parse(file: string, source: string): readonly SyntaxNode[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  // The parser's types list every type of node; readers of the tree only rely on `SyntaxNode`, and check the fields that they read.
  return program.body as unknown as readonly SyntaxNode[];
}

/** The nodes and all nodes below them, parents before children. `onChild` receives the parent of each node before the node is reached. */
export function* allNodes(nodes: readonly SyntaxNode[], onChild?: (child: SyntaxNode, parent: SyntaxNode) => void): Generator<SyntaxNode> {
  const pending = nodes.toReversed();
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node;
    const children = childNodes(node);
    if (onChild) for (const child of children) onChild(child, node);
    pending.push(...children.reverse());
  }
}

/** The name of an identifier, or of the property that a member expression reads. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return typeof node.name === 'string' ? node.name : undefined;
}

/** The line of an offset, from 1. */
export const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;
