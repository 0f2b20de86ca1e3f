/** Reads the scripts of a content, a label or a condition into a program. It never runs one. */
import { blocksOf } from '../rich-text/blocks.ts';
import { codeOfCondition } from '../rich-text/code.ts';
import { readConditionScript } from '../rich-text/condition-script.ts';
import { isBlock, type Node, writeNodes } from '../rich-text/tree.ts';
import type { ScriptFault } from './fault.ts';
import { parseBlock, parseOneExpression } from './parse-block.ts';
import { ProgramBuilder } from './program-builder.ts';
import type { Expression, Program } from './syntax.ts';

export type ParsedContent = { ok: true; program: Program } | { ok: false; faults: ScriptFault[] };
export type ParsedCondition = { ok: true; condition: Expression } | { ok: false; faults: ScriptFault[] };

/**
 * [Scripts, Exports] Parses a whole rich text: its code blocks are statements, what stands between them is text, and an if may span any of them.
 * Tells the first fault of each block, and each if, else and endif that has no partner. An if that stands in a quotation is read as standing beside it.
 */
export function parseContent(html: string): ParsedContent {
  const builder = new ProgramBuilder();
  const faults: ScriptFault[] = [];
  for (const block of blocksOf(html)) {
    if (block.is === 'text') {
      builder.add({ is: 'text', html: asBlock(block.nodes) }, block.quote);
      continue;
    }
    const { clauses, fault } = parseBlock(block.code, block.index);
    for (const { line } of clauses) builder.line(line, block.quote);
    if (fault !== null) faults.push(fault);
  }
  faults.push(...builder.end());
  if (faults.length > 0) return { ok: false, faults: faults.sort((a, b) => a.block - b.block || a.line - b.line || a.column - b.column) };
  return { ok: true, program: builder.program };
}

/** [Scripts] Parses the script of a condition: one expression. Places count in the script as its interpreter sees it, without entities and tags. */
export function parseCondition(script: string): ParsedCondition {
  const read = readConditionScript(script);
  if (!read.ok) return { ok: false, faults: [{ message: read.fault, block: 0, line: 1, column: 1 }] };
  const parsed = parseOneExpression(codeOfCondition(read.script));
  return parsed.ok ? { ok: true, condition: parsed.expression } : { ok: false, faults: [parsed.fault] };
}

function asBlock(nodes: readonly Node[]): string {
  return nodes.some(isBlock) ? writeNodes(nodes) : `<p>${writeNodes(nodes)}</p>`;
}
