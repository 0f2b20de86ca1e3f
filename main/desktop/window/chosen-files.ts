/**
 * The files and folders that the user chose in a dialog or dropped on the window. Calls may only write to these, and to a file once for each choice, so that a
 * compromised page cannot write to arbitrary paths. Independent of Electron.
 */
import { type CallResult, fileWritingCalls, folderWritingCalls } from '../../../shared/contracts/ipc/call-types.ts';
import { isJsonObject, isOneOf } from '../../../shared/json.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';

export class ChosenFiles {
  readonly #paths = new Set<string>();
  readonly #folders = new Set<string>();

  add(path: string): void {
    this.#paths.add(path);
  }

  addFolder(path: string): void {
    this.#folders.add(path);
  }

  /** Throws a Problem `forbidden` if the user did not choose the folder. */
  assertFolder(path: unknown): void {
    if (typeof path !== 'string' || !this.#folders.has(path)) throw new Problem('forbidden', message('problem.app.folderNotChosen'));
  }

  /**
   * Runs a call. If it writes a file or into a folder, its input must name a chosen one; a failed call may be repeated. Throws a Problem
   * `forbidden` for any other path. An input without a path is passed on: a call that needs one rejects it, a backup without one is
   * written to the folder of backups, and settings of backups without one keep theirs or use the one in the data folder.
   */
  async run(name: string, input: unknown, call: () => Promise<CallResult>): Promise<CallResult> {
    // The input has not been parsed yet; the worker does that.
    const folder = isJsonObject(input) ? (input.folder ?? null) : null;
    if (isOneOf(folderWritingCalls, name) && folder !== null) this.assertFolder(folder);
    const writesFile = isOneOf(fileWritingCalls, name);
    if (!writesFile || !isJsonObject(input) || !('file' in input)) return call();
    const { file } = input;
    if (typeof file !== 'string' || !this.#paths.delete(file)) throw new Problem('forbidden', message('problem.app.fileNotChosen'));
    const result = await call().catch((error: unknown) => {
      this.add(file);
      throw error;
    });
    if (!result.ok) this.add(file);
    return result;
  }
}
