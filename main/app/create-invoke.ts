/** A module of its own, so that the main process of the desktop does not load the schemas of the calls before its window is open. */
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { CallOutput, InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import { Problem } from '../../shared/problem.ts';

/** The calls of a backend as a function that returns the value or throws the Problem. */
export const createInvoke =
  ({ call }: Pick<Backend, 'call'>): InvokeCall =>
  async (name, input) => {
    const result = await call(name, input);
    if (!result.ok) throw Problem.fromJSON(result.problem);
    // The backend answers a call with the output that its contract names.
    return result.value as CallOutput<typeof name>;
  };
