/** The syntax tree of a script: produced by the parser, run by the interpreter. Plain data. */

/** A position in a source: the code block (from 0), and line and column in it (from 1). */
export type SourcePosition = { block: number; line: number; column: number };

/** A variable: global if `scope` is null, else of the board or component with that customId. */
export type VariableReference = { scope: string | null; name: string; at: SourcePosition };

/** The mention of an element, as an argument of visits. */
export type MentionArgument = { type: 'mention'; id: string; label: string; at: SourcePosition };

export type UnaryOperator = 'not' | '+' | '-';
export type BinaryOperator = '*' | '/' | '%' | '+' | '-' | '<' | '<=' | '>' | '>=' | '==' | '!=' | 'and' | 'or';
export type AssignmentOperator = '=' | '+=' | '-=' | '*=' | '/=' | '%=';

export type FunctionCall = { type: 'call'; name: string; arguments: FunctionArgument[]; at: SourcePosition };
export type FunctionArgument = Expression | MentionArgument;
export type Expression =
  | { type: 'integer'; value: number; at: SourcePosition }
  | { type: 'float'; value: number; at: SourcePosition }
  /** `source` has the escapes as they are written. */
  | { type: 'string'; value: string; source: string; at: SourcePosition }
  | { type: 'boolean'; value: boolean; at: SourcePosition }
  | { type: 'variable'; variable: VariableReference; at: SourcePosition }
  | { type: 'unary'; operator: UnaryOperator; operand: Expression; at: SourcePosition }
  | { type: 'binary'; operator: BinaryOperator; left: Expression; right: Expression; at: SourcePosition }
  | FunctionCall;

export type IfBranch = { condition: Expression; body: Program; at: SourcePosition };
export type Statement =
  | { type: 'assign'; variable: VariableReference; operator: AssignmentOperator; value: Expression; at: SourcePosition }
  | FunctionCall
  | { type: 'choose'; branches: IfBranch[]; otherwise: Program | null; at: SourcePosition };

/** A piece of text between scripts, as written: one block of rich text (`<p>…</p>`, `<blockquote>…</blockquote>`). */
type TextPart = { type: 'text'; html: string };
/** A quotation that contains scripts: its parts run in order, and their output is inside one blockquote. */
type QuotationPart = { type: 'quotation'; body: Program };

export type Program = (Statement | TextPart | QuotationPart)[];
