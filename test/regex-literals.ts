/** The regular expressions that a file contains as literals, read from its syntax tree. */
import { allNodes, lineAt, parseModule } from './syntax-tree.ts';

interface RegexLiteral {
  /** `folder/file.ts:12`. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

export function regexLiteralsIn(file: string, source: string): RegexLiteral[] {
  return [...allNodes(parseModule(file, source))].flatMap(({ type, regex, start }) =>
    type === 'Literal' && isRegex(regex) ? [{ place: `${file}:${lineAt(source, start)}`, source: regex.pattern, flags: regex.flags }] : [],
  );
}

const isRegex = (value: unknown): value is { readonly pattern: string; readonly flags: string } =>
  typeof value === 'object' && value !== null && 'pattern' in value;
