/** Puts the parts of a content in their places in the program: inside the choice and the quotation they belong to. */
import type { ScriptFault } from './fault.ts';
import type { Line } from './parse-block.ts';
import type { Branch, Place, Program, Statement } from './syntax.ts';

type Choice = Extract<Statement, { is: 'choose' }>;

/** Ifs inside each other: more than anyone writes, and few enough for whoever walks through a program. */
const deepest = 100;

/** Takes texts and lines in order. `end` answers what has no partner; only without any is `program` whole. */
export class ProgramBuilder {
  readonly program: Program = [];
  private readonly faults: ScriptFault[] = [];
  private readonly choices: { choice: Choice; around: Program }[] = [];
  private body: Program = this.program;
  /** The quotation that the last part of `body` went into. */
  private quote: number | null = null;

  add(part: Program[number], quote: number | null): void {
    const last = this.body.at(-1);
    if (quote === null) this.body.push(part);
    else if (quote === this.quote && last?.is === 'quotation') last.body.push(part);
    else this.body.push({ is: 'quotation', body: [part] });
    this.quote = quote;
  }

  line(line: Line, quote: number | null): void {
    if (line.is === 'assign' || line.is === 'call') this.add(line, quote);
    else if (line.is === 'if') this.open({ condition: line.condition, body: [], at: line.at });
    else this.turn(line);
  }

  end(): ScriptFault[] {
    for (const { choice } of this.choices) this.fault('This if is never closed with endif.', choice.at);
    return this.faults;
  }

  private open(branch: Branch): void {
    const choice: Choice = { is: 'choose', branches: [branch], otherwise: null, at: branch.at };
    if (this.choices.length < deepest) this.body.push(choice);
    else if (this.choices.length === deepest) this.fault(`This if stands inside ${deepest} others: that is too deep.`, branch.at);
    this.choices.push({ choice, around: this.body });
    this.enter(branch.body);
  }

  private turn(line: Extract<Line, { is: 'elseif' | 'else' | 'endif' }>): void {
    const current = this.choices.at(-1);
    if (current === undefined) this.fault(`This ${line.is} has no if before it.`, line.at);
    else if (line.is === 'endif') this.enter(this.choices.pop()?.around ?? this.program);
    else if (current.choice.otherwise !== null) this.fault(`After else only endif can come, not another ${line.is}.`, line.at);
    else {
      const body: Program = [];
      if (line.is === 'else') current.choice.otherwise = body;
      else current.choice.branches.push({ condition: line.condition, body, at: line.at });
      this.enter(body);
    }
  }

  private enter(body: Program): void {
    this.body = body;
    this.quote = null;
  }

  private fault(message: string, at: Place): void {
    this.faults.push({ message, ...at });
  }
}
