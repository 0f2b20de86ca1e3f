/** Stands in for the backend of the browser shell. The modules under test are imported afterwards, because the bridge connects only once. */
import { vi } from 'vitest';
import type { CallHandlers, CallResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { PageCall } from '../../shared/contracts/page-connection.ts';
import { Problem } from '../../shared/problem.ts';
import { type StubSocket, stubWebSocket } from './stub-socket.ts';

export interface StubBackend {
  /** Sends events to the page, which has made a call before. */
  emit(...events: BackendEvent[]): void;
}

/** `handlers` throw a Problem to reject a call. */
export function stubBackend(handlers: Partial<CallHandlers>): StubBackend {
  vi.resetModules();
  // Not only that of this test: a bridge that an earlier file of the worker has left without a backend tries again every second, and may come last.
  const connected: StubSocket[] = [];
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
    (socket) => {
      connected.push(socket);
      socket.open();
    },
    (call, socket) => void answer(call).then((result) => socket.receive({ id: call.id, result })),
  );
  return {
    emit: (...events) => {
      for (const socket of connected) socket.receive({ events });
    },
  };
}
