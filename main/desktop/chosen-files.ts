/**
 * The files that the user chose in a save dialog. An export is written to one of them only, once for each choice: a page that was taken over
 * cannot write to a path of its own. Free of Electron.
 */
import type { CallResult } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

export class ChosenFiles {
  readonly #paths = new Set<string>();

  add(path: string): void {
    this.#paths.add(path);
  }

  /** Runs an export whose input names a chosen file; a failed one may be repeated. Throws a Problem `forbidden` for any other file. */
  async runExport(input: unknown, run: () => Promise<CallResult>): Promise<CallResult> {
    const file = fileOf(input);
    if (file === undefined || !this.#paths.delete(file)) throw new Problem('forbidden', message('problem.app.fileNotChosen'));
    const result = await run().catch((error: unknown) => {
      this.add(file);
      throw error;
    });
    if (!result.ok) this.add(file);
    return result;
  }
}

/** The input is not parsed yet: the worker does that. */
function fileOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, 'file')) return undefined;
  const { file } = input as { file?: unknown }; // An object; what its property is, is checked next.
  return typeof file === 'string' ? file : undefined;
}
