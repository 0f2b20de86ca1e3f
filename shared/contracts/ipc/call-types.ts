/** The types that follow from the table of calls. A module of its own, so that the window does not load the schemas of the table. */
import type { z } from 'zod';
import type { Command } from '../../model/commands.ts';
import type { Problem, SerializedProblem } from '../../problem.ts';
import type { calls } from './calls.ts';

export type CallName = keyof typeof calls;
export type CallInput<N extends CallName> = N extends 'project.send'
  ? { hash: string; command: Command }
  : z.output<(typeof calls)[N]['input']>;
export type CallOutput<N extends CallName> = (typeof calls)[N]['output'];
export type CallHandlers = { [N in CallName]: (input: CallInput<N>) => CallOutput<N> | Promise<CallOutput<N>> };
/** The desktop handles dialogs and its window; the backend handles all other calls. */
export type DesktopCallName = Extract<CallName, `dialog.${string}` | `window.${string}`>;
export const isDesktopCallName = (name: string): name is DesktopCallName => /^(?:dialog|window)\./.test(name);
/** The calls that are answered without opening the projects. */
export type DataFolderCallName = Extract<CallName, `dataFolder.${string}`>;
export const isDataFolderCallName = (name: string): name is DataFolderCallName => name.startsWith('dataFolder.');
/** The calls whose input names a file that they write, as `file` (writtenFileSchema). */
export const fileWritingCalls: readonly CallName[] = [
  'project.export',
  'project.exportDocument',
  'project.writeProjectFile',
  'backup.create',
  'backup.export',
  'dataFolder.saveDiagnostics',
];
/** The calls whose input names a folder that they write into, as `folder` (writtenFolderSchema). */
export const folderWritingCalls: readonly CallName[] = [
  'dataFolder.restore',
  'project.writeStoryFolder',
  'folder.link',
  'folder.open',
  'backup.configure',
];
export type BackendHandlers = Omit<CallHandlers, DesktopCallName | DataFolderCallName | 'app.info'>;
/** The handlers of all calls that begin with `Group`. Each domain of `main` creates its own in `calls.ts`; `app` combines them. */
export type HandlersFor<Group extends string> = Pick<BackendHandlers, Extract<keyof BackendHandlers, `${Group}.${string}`>>;

export type CallResult<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: SerializedProblem };

export const toFailedResult = (problem: Problem): CallResult<never> => ({ ok: false, problem: problem.serialize() });

/** Makes a call; throws its Problem. */
export type InvokeCall = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>;
