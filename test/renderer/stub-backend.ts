/** Stands in for the backend of the browser shell. The modules under test are imported afterwards, because the bridge connects only once. */
import { vi } from 'vitest';
import type { CallHandlers } from '../../shared/contracts/ipc/call-types.ts';
import { Problem } from '../../shared/problem.ts';

/** `handlers` throw a Problem to reject a call. */
export function stubBackend(handlers: Partial<CallHandlers>): void {
  vi.resetModules();
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    // Stays open and sends nothing.
    if (path === '/events') return new Response(new ReadableStream());
    // The handlers are typed by name; here the name is only known at runtime.
    const handler = handlers[path.replace('/call/', '') as keyof CallHandlers] as ((input: unknown) => unknown) | undefined;
    try {
      return Response.json({ ok: true, value: await handler?.(JSON.parse(body)) });
    } catch (error) {
      return Response.json({ ok: false, problem: Problem.from(error).serialize() });
    }
  });
}
