/** A separate module, so that the main process of the desktop does not load the schemas of the calls before its window is open. */
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { CallOutput, InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import { Problem } from '../../shared/problem.ts';

/** Wraps a backend in a function that returns the value of a call or throws its Problem. */
export const createInvoke =
  ({ call }: Pick<Backend, 'call'>): InvokeCall =>
  async (name, input) => {
    const result = await call(name, input);
    if (!result.ok) throw Problem.fromJSON(result.problem);
    // The backend answers each call with the output type of its contract.
    return result.value as CallOutput<typeof name>;
  };
