/** Requests of Electron that were redirected have ended, and do not fail later because nothing arrives. */
import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { BoundedHttpExecutor } from '../../../../main/desktop/updates/bounded-http-executor.ts';

const limits = { maxBytes: () => 100, idle: 1000 };

function open() {
  const request = Object.assign(new EventEmitter(), { abort: () => undefined, end: () => undefined });
  const errors: string[] = [];
  request.on('error', ({ message }: Error) => errors.push(message));
  new BoundedHttpExecutor(() => request, limits).createRequest({}, () => undefined);
  return { request, errors };
}

test('a request that stays silent fails; one that is redirected does not', () => {
  vi.useFakeTimers();
  const [silent, redirected] = [open(), open()];
  redirected.request.emit('redirect');
  vi.advanceTimersByTime(limits.idle);
  expect(silent.errors).toEqual(['The server stopped sending']);
  expect(redirected.errors).toEqual([]);
});
