/** Reads the scripts of a content, a label or a condition into a program. It never runs one. */
import { parseBlocks } from '../rich-text/blocks.ts';
import { canonicalizeConditionScript } from '../rich-text/condition-script.ts';
import { isBlockElement, type RichTextNode, serializeNodes } from '../rich-text/rich-text-tree.ts';
import { parseConditionSource } from '../rich-text/script-source.ts';
import { parseBlock, parseSingleExpression } from './parse-block.ts';
import { ProgramBuilder } from './program-builder.ts';
import type { ScriptDiagnostic } from './script-diagnostic.ts';
import type { Expression, Program } from './syntax.ts';

export type ParsedContent = { ok: true; program: Program } | { ok: false; diagnostics: ScriptDiagnostic[] };
export type ParsedCondition = { ok: true; condition: Expression } | { ok: false; diagnostics: ScriptDiagnostic[] };

/**
 * [Scripts, Exports] Parses a whole rich text: its code blocks are statements, what stands between them is text, and an if may span any of them.
 * Tells the first fault of each block, and each if, else and endif that has no partner. An if that stands in a quotation is read as standing beside it.
 */
export function parseContent(html: string): ParsedContent {
  const builder = new ProgramBuilder();
  const faults: ScriptDiagnostic[] = [];
  for (const block of parseBlocks(html)) {
    if (block.type === 'text') {
      builder.add({ type: 'text', html: toBlockHtml(block.nodes) }, block.quotationIndex);
      continue;
    }
    const { clauses, diagnostic } = parseBlock(block.source, block.index);
    for (const { line } of clauses) builder.addLine(line, block.quotationIndex);
    if (diagnostic !== null) faults.push(diagnostic);
  }
  faults.push(...builder.finish());
  if (faults.length > 0)
    return { ok: false, diagnostics: faults.sort((a, b) => a.block - b.block || a.line - b.line || a.column - b.column) };
  return { ok: true, program: builder.program };
}

/** [Scripts] Parses the script of a condition: one expression. Places count in the script as its interpreter sees it, without entities and tags. */
export function parseCondition(script: string): ParsedCondition {
  const read = canonicalizeConditionScript(script);
  if (!read.ok) return { ok: false, diagnostics: [{ message: read.error, block: 0, line: 1, column: 1 }] };
  const parsed = parseSingleExpression(parseConditionSource(read.script));
  return parsed.ok ? { ok: true, condition: parsed.expression } : { ok: false, diagnostics: [parsed.diagnostic] };
}

function toBlockHtml(nodes: readonly RichTextNode[]): string {
  return nodes.some(isBlockElement) ? serializeNodes(nodes) : `<p>${serializeNodes(nodes)}</p>`;
}
