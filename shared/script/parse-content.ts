/** Parses the scripts of a content, a label or a condition into a program, without running it. */
import { appendAll } from '../lists.ts';
import { parseBlocks } from '../rich-text/blocks.ts';
import { canonicalizeConditionScript } from '../rich-text/condition-script.ts';
import { isBlockElement, type RichTextNode, serializeNodes } from '../rich-text/rich-text-tree.ts';
import { parseConditionSource } from '../rich-text/script-source.ts';
import type { ScriptGrammar } from './expression-parser.ts';
import { parseBlock, parseSingleExpression } from './parse-block.ts';
import { ProgramBuilder } from './program-builder.ts';
import type { ScriptDiagnostic } from './script-diagnostic.ts';
import type { Expression, Program } from './syntax.ts';

export type ParsedContent = { ok: true; program: Program } | { ok: false; diagnostics: ScriptDiagnostic[] };
export type ParsedCondition = { ok: true; condition: Expression } | { ok: false; diagnostics: ScriptDiagnostic[] };

/**
 * [Scripts, Exports] Parses a whole rich text: its code blocks are statements, everything between them is text, and an if may span several blocks.
 * Reports the first error of each block, and each if, else and endif without a partner. An if inside a quotation pairs with an endif outside of it.
 */
export function parseContent(html: string, grammar?: ScriptGrammar): ParsedContent {
  const builder = new ProgramBuilder();
  const diagnostics: ScriptDiagnostic[] = [];
  for (const block of parseBlocks(html)) {
    if (block.type === 'text') {
      builder.add({ type: 'text', html: toBlockHtml(block.nodes) }, block.quotationIndex);
      continue;
    }
    const { clauses, diagnostic } = parseBlock(block.source, block.index, grammar);
    for (const { line } of clauses) builder.addLine(line, block.quotationIndex);
    if (diagnostic !== null) diagnostics.push(diagnostic);
  }
  appendAll(diagnostics, builder.finish());
  if (diagnostics.length > 0)
    return { ok: false, diagnostics: diagnostics.sort((a, b) => a.block - b.block || a.line - b.line || a.column - b.column) };
  return { ok: true, program: builder.program };
}

/** [Scripts] Parses the script of a condition: one expression. Positions refer to the script as its interpreter reads it, without entities and tags. */
export function parseCondition(script: string, grammar?: ScriptGrammar): ParsedCondition {
  const read = canonicalizeConditionScript(script);
  if (!read.ok) return { ok: false, diagnostics: [{ message: read.error, block: 0, line: 1, column: 1 }] };
  const parsed = parseSingleExpression(parseConditionSource(read.script), grammar);
  return parsed.ok ? { ok: true, condition: parsed.expression } : { ok: false, diagnostics: [parsed.diagnostic] };
}

function toBlockHtml(nodes: readonly RichTextNode[]): string {
  return nodes.some(isBlockElement) ? serializeNodes(nodes) : `<p>${serializeNodes(nodes)}</p>`;
}
