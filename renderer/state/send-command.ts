/** Sends commands of the open project to the backend. Problems are shown as toasts here, so that callers need not handle them. */

import { createStore } from 'zustand/vanilla';
import { message } from '../../shared/messages/message.ts';
import type { Command, CommandResult, SingleCommand } from '../../shared/model/commands.ts';
import { isTemporaryProblem, Problem } from '../../shared/problem.ts';
import { t } from '../messages/translate.ts';
import { invoke } from '../platform/bridge.ts';
import { showProblem, showToast } from '../ui/toast-queue.ts';
import { withBusyIndicator } from './busy-indicator.ts';
import { currentProject, openProjectStore, whenVersionArrives } from './open-project.ts';
import { runInSlices, yieldToMain } from './run-in-slices.ts';
import { startWithFirstElement } from './starting-element.ts';

type CommandListener = (command: Command) => void;
const listeners = new Set<CommandListener>();
/** Calls the listener before each command that the window sends. Returns a function that stops it. */
export function onCommand(listener: CommandListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let steps = 0;
/** The number of steps that the user has made, undone or redone: a later one is what Undo would revert. */
export const readStepCount = (): number => steps;
/** For a step that the backend makes without a command, before it is requested. */
export const countStep = (): void => void steps++;

const delayedEdits = new Set<() => void>();
/**
 * For edits that are sent after a pause: calls `send` before anything else is sent, so that steps are stored, and undone, in the order in which they were
 * made. Returns a function that stops it.
 */
export function registerDelayedEdit(send: () => void): () => void {
  delayedEdits.add(send);
  return () => delayedEdits.delete(send);
}
export function sendDelayedEdits(): void {
  for (const send of delayedEdits) send();
}

/**
 * For an edit that may be sent after its project was closed: throws if another project, or none, is open, because the command would change that one. A copy
 * of a project has records of the same ids.
 */
export function requireOpenProject(hash: string | null): void {
  if (hash === null || openProjectStore.getState().hash !== hash) throw new Problem('notFound', message('actions.noProject'));
}

/**
 * Sends a command, and resolves when the open project contains what it changed. When it is rejected a toast shows why, and the promise
 * rejects with the same Problem.
 */
export const sendCommand = (command: Command): Promise<CommandResult> => withErrorToast(send(command));

/** The same for the text of a field, which stays there and is sent again if it could not be stored: only other rejections are shown as a toast. */
export async function sendFieldChange(command: Command): Promise<CommandResult> {
  try {
    return await send(command);
  } catch (error) {
    const problem = Problem.from(error);
    if (!isTemporaryProblem(problem)) showProblem(problem);
    throw problem;
  }
}

/** The same for what shows a rejection itself, and belongs to the project that was open when it began. */
export async function sendQuietly(hash: string, command: Command): Promise<CommandResult> {
  requireOpenProject(hash);
  return send(command);
}

async function send(command: Command): Promise<CommandResult> {
  const hash = requireOpenHash();
  sendDelayedEdits();
  countStep();
  for (const listener of listeners) listener(command);
  const started = startWithFirstElement(currentProject(), command);
  const result = await withBusyIndicator(t('actions.saving'), invoke('project.send', { hash, command: started }));
  await whenVersionArrives(hash, result.newVersion);
  return result;
}

/**
 * The same for a dialog that creates a record and shows a rejection itself. Returns the id of the record; null if its project has been closed meanwhile.
 */
export async function createFromDialog(command: SingleCommand): Promise<string | null> {
  const { hash } = openProjectStore.getState();
  const { ids } = await send(command);
  return openProjectStore.getState().hash === hash ? (ids[0] ?? null) : null;
}

/** Sends a command, if there is one. Returns whether it was accepted; a rejection has already been shown as a toast. */
export async function sendOrShowError(command: Command | null): Promise<boolean> {
  if (!command) return false;
  return sendCommand(command).then(
    () => true,
    () => false,
  );
}

/** Edits of many records that are being computed and sent. */
export const computedEditsStore = createStore<{ readonly edits: ReadonlySet<Promise<unknown>> }>(() => ({ edits: new Set() }));
/** Whether there is such an edit, which Undo would revert: the history of the project does not contain it yet. */
export const hasComputedEdits = (): boolean => computedEditsStore.getState().edits.size > 0;

/**
 * For an edit of many records: computes it in slices, which may return null for none, and sends it with `send`. Nothing is sent if another project, or none, is
 * open by then. What is undone or redone meanwhile waits for it, because it was requested after the edit. Returns what `send` returns; null if nothing was sent.
 */
export function computeAndSend<E, R>(steps: Iterator<void, E | null>, send: (edit: E) => Promise<R>): Promise<R | null> {
  const { hash } = openProjectStore.getState();
  const isCurrent = () => openProjectStore.getState().hash === hash;
  const run = async (): Promise<R | null> => {
    const computed = await withBusyIndicator(t('actions.saving'), runInSlices(steps, { pause: yieldToMain, isCurrent }));
    return computed && computed.result !== null && isCurrent() ? send(computed.result) : null;
  };
  const edit = run().finally(() =>
    computedEditsStore.setState(({ edits }) => ({ edits: new Set([...edits].filter((each) => each !== edit)) })),
  );
  computedEditsStore.setState(({ edits }) => ({ edits: new Set([...edits, edit]) }));
  return edit;
}

/** Both resolve when the open project contains what has changed. They return where that can be seen (`UndoResult`). */
export const undo = (): Promise<string | null> => runUndoRedo('project.undo', t('actions.notAllUndone'));
export const redo = (): Promise<string | null> => runUndoRedo('project.redo', t('actions.notAllRedone'));

async function runUndoRedo(name: 'project.undo' | 'project.redo', title: string): Promise<string | null> {
  const hash = requireOpenHash();
  while (hasComputedEdits()) await Promise.allSettled(computedEditsStore.getState().edits);
  requireOpenProject(hash);
  sendDelayedEdits();
  countStep();
  const { skipped, place, newVersion } = await withErrorToast(
    withBusyIndicator(name === 'project.undo' ? t('actions.undoing') : t('actions.redoing'), invoke(name, { hash })),
  );
  if (skipped.length > 0) showToast({ tone: 'warning', title, lines: skipped.map((each) => t(each)) });
  await whenVersionArrives(hash, newVersion);
  return place;
}

/** Shows a rejection as a toast and throws it again. */
export async function withErrorToast<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    const problem = Problem.from(error);
    showProblem(problem);
    throw problem;
  }
}

function requireOpenHash(): string {
  const { hash } = openProjectStore.getState();
  if (hash === null) throw new Problem('notFound', message('actions.noProject'));
  return hash;
}
