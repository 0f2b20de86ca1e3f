/** How a call is made and answered, whatever lies between: the types that follow from the table. The table itself is not loaded with them. */

import type { z } from 'zod';
import type { Command } from '../commands.ts';
import type { ProblemCode, ProblemJson } from '../problem.ts';
import type { calls } from './calls.ts';

export type CallName = keyof typeof calls;
export type Input<N extends CallName> = N extends 'project.send'
  ? { hash: string; command: Command }
  : z.output<(typeof calls)[N]['input']>;
export type Output<N extends CallName> = (typeof calls)[N]['output'];
export type Handlers = { [N in CallName]: (input: Input<N>) => Output<N> | Promise<Output<N>> };
/** Dialogs and the window itself belong to the desktop; all other calls the program itself answers. */
export type DesktopCall = Extract<CallName, `dialog.${string}` | `window.${string}`>;
export const isDesktopCall = (name: string): name is DesktopCall => /^(?:dialog|window)\./.test(name);
export type PartsHandlers = Omit<Handlers, DesktopCall | 'app.info'>;

export type Answer<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: ProblemJson & { code: ProblemCode } };

/** How anyone makes a call, whatever lies between. */
export type Ask = <N extends CallName>(name: N, input: Input<N>) => Promise<Output<N>>;
