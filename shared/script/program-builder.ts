/** Builds the program of a content from its parts: puts each part into the choice and the quotation it belongs to. */

import { type Message, message } from '../messages/message.ts';
import type { ScriptLine } from './parse-block.ts';
import type { ScriptDiagnostic } from './script-diagnostic.ts';
import type { IfBranch, Program, SourcePosition, Statement } from './syntax.ts';

type IfStatement = Extract<Statement, { type: 'choose' }>;

/** The maximum nesting of ifs: more than anyone writes, and few enough for recursive walks of a program. */
const maxDepth = 100;

/** Takes texts and lines in order. `finish` returns the errors; `program` is complete only if there are none. */
export class ProgramBuilder {
  readonly program: Program = [];
  private readonly diagnostics: ScriptDiagnostic[] = [];
  private readonly openIfs: { statement: IfStatement; outer: Program }[] = [];
  private body: Program = this.program;
  /** The quotation that the last part of `body` was added to. */
  private quotationIndex: number | null = null;

  add(part: Program[number], quote: number | null): void {
    const last = this.body.at(-1);
    if (quote === null) this.body.push(part);
    else if (quote === this.quotationIndex && last?.type === 'quotation') last.body.push(part);
    else this.body.push({ type: 'quotation', body: [part] });
    this.quotationIndex = quote;
  }

  addLine(line: ScriptLine, quote: number | null): void {
    if (line.type === 'assign' || line.type === 'call') this.add(line, quote);
    else if (line.type === 'if') this.openIf({ condition: line.condition, body: [], at: line.at });
    else this.continueIf(line);
  }

  finish(): ScriptDiagnostic[] {
    for (const { statement } of this.openIfs) this.report(message('script.if.notClosed'), statement.at);
    return this.diagnostics;
  }

  private openIf(branch: IfBranch): void {
    const statement: IfStatement = { type: 'choose', branches: [branch], otherwise: null, at: branch.at };
    if (this.openIfs.length < maxDepth) this.body.push(statement);
    else if (this.openIfs.length === maxDepth) this.report(message('script.if.tooDeep', { maximum: maxDepth }), branch.at);
    this.openIfs.push({ statement, outer: this.body });
    this.enterBody(branch.body);
  }

  private continueIf(line: Extract<ScriptLine, { type: 'elseif' | 'else' | 'endif' }>): void {
    const current = this.openIfs.at(-1);
    if (current === undefined) this.report(message('script.if.missing', { keyword: line.type }), line.at);
    else if (line.type === 'endif') this.enterBody(this.openIfs.pop()?.outer ?? this.program);
    else if (current.statement.otherwise !== null) this.report(message('script.if.afterElse', { keyword: line.type }), line.at);
    else {
      const body: Program = [];
      if (line.type === 'else') current.statement.otherwise = body;
      else current.statement.branches.push({ condition: line.condition, body, at: line.at });
      this.enterBody(body);
    }
  }

  private enterBody(body: Program): void {
    this.body = body;
    this.quotationIndex = null;
  }

  private report(text: Message, at: SourcePosition): void {
    this.diagnostics.push({ message: text, ...at });
  }
}
