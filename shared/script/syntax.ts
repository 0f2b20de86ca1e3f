/** The syntax tree of a script: what the parser makes and the interpreter will run. Plain values, no behaviour. */

/** Where something stands: the code block (from 0), and line and column in it (from 1). */
export type Place = { block: number; line: number; column: number };

/** A variable: global when `scope` is null, else of the board or component with that customId. */
export type Variable = { scope: string | null; name: string; at: Place };

/** The mention of an element, as visits takes it. */
export type MentionArgument = { is: 'mention'; id: string; label: string; at: Place };

export type UnaryOperator = 'not' | '+' | '-';
export type BinaryOperator = '*' | '/' | '%' | '+' | '-' | '<' | '<=' | '>' | '>=' | '==' | '!=' | 'and' | 'or';
export type AssignmentOperator = '=' | '+=' | '-=' | '*=' | '/=' | '%=';

export type Call = { is: 'call'; name: string; arguments: Argument[]; at: Place };
export type Argument = Expression | MentionArgument;
export type Expression =
  | { is: 'integer'; value: number; at: Place }
  | { is: 'float'; value: number; at: Place }
  | { is: 'string'; value: string; at: Place }
  | { is: 'boolean'; value: boolean; at: Place }
  | { is: 'variable'; variable: Variable; at: Place }
  | { is: 'unary'; operator: UnaryOperator; operand: Expression; at: Place }
  | { is: 'binary'; operator: BinaryOperator; left: Expression; right: Expression; at: Place }
  | Call;

export type Branch = { condition: Expression; body: Program; at: Place };
export type Statement =
  | { is: 'assign'; variable: Variable; operator: AssignmentOperator; value: Expression; at: Place }
  | Call
  | { is: 'choose'; branches: Branch[]; otherwise: Program | null; at: Place };

/** A piece of text between scripts, as it is written: one block of rich text (`<p>…</p>`, `<blockquote>…</blockquote>`). */
export type Text = { is: 'text'; html: string };
/** A quotation that holds scripts: its parts run in order, inside one blockquote. */
export type Quotation = { is: 'quotation'; body: Program };

export type Program = (Statement | Text | Quotation)[];
