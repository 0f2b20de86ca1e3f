/** How a call is made and answered, whatever lies between: the types that follow from the table. The table itself is not loaded with them. */

import type { z } from 'zod';
import type { Command } from '../../model/commands.ts';
import type { SerializedProblem } from '../../problem.ts';
import type { calls } from './calls.ts';

export type CallName = keyof typeof calls;
export type CallInput<N extends CallName> = N extends 'project.send'
  ? { hash: string; command: Command }
  : z.output<(typeof calls)[N]['input']>;
export type CallOutput<N extends CallName> = (typeof calls)[N]['output'];
export type CallHandlers = { [N in CallName]: (input: CallInput<N>) => CallOutput<N> | Promise<CallOutput<N>> };
/** Dialogs and the window itself belong to the desktop; all other calls the program itself answers. */
export type DesktopCallName = Extract<CallName, `dialog.${string}` | `window.${string}`>;
export const isDesktopCallName = (name: string): name is DesktopCallName => /^(?:dialog|window)\./.test(name);
export type BackendHandlers = Omit<CallHandlers, DesktopCallName | 'app.info'>;

export type CallResult<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: SerializedProblem };

/** How anyone makes a call, whatever lies between. */
export type InvokeCall = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>;
