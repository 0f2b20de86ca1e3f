/** Stands in for the backend of the browser shell. The modules under test are imported afterwards, because the bridge connects only once. */
import { vi } from 'vitest';
import type { CallHandlers, CallResult } from '../../shared/contracts/ipc/call-types.ts';
import type { PageCall } from '../../shared/contracts/page-connection.ts';
import { Problem } from '../../shared/problem.ts';
import { stubWebSocket } from './stub-socket.ts';

/** `handlers` throw a Problem to reject a call. */
export function stubBackend(handlers: Partial<CallHandlers>): void {
  vi.resetModules();
  const answer = async ({ name, input }: PageCall): Promise<CallResult> => {
    // The handlers are typed by name; here the name is only known at runtime.
    const handler = handlers[name as keyof CallHandlers] as ((input: unknown) => unknown) | undefined;
    try {
      return { ok: true, value: await handler?.(input) };
    } catch (error) {
      return { ok: false, problem: Problem.from(error).serialize() };
    }
  };
  stubWebSocket(
    (socket) => socket.open(),
    (call, socket) => void answer(call).then((result) => socket.receive({ id: call.id, result })),
  );
}
