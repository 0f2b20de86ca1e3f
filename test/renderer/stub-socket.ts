/** The WebSocket of a page without a browser: what the page sends is given to a function, which can send something back. */
import { vi } from 'vitest';
import type { BackendMessage, PageCall } from '../../shared/contracts/page-connection.ts';

export class StubSocket extends EventTarget {
  readonly #onCall: (call: PageCall, socket: StubSocket) => void;

  constructor(onCall: (call: PageCall, socket: StubSocket) => void) {
    super();
    this.#onCall = onCall;
  }

  open(): void {
    this.dispatchEvent(new Event('open'));
  }

  /** From the page to the backend. */
  send(text: string): void {
    this.#onCall(JSON.parse(text) as PageCall, this);
  }

  /** From the backend to the page. */
  receive(content: BackendMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(content) }));
  }

  /** The connection breaks, or the handshake fails. */
  break(): void {
    this.dispatchEvent(new Event('close'));
  }
}

/** `connect` is called with each socket that the page creates; the page listens to it from then on. */
export function stubWebSocket(connect: (socket: StubSocket) => void, onCall: (call: PageCall, socket: StubSocket) => void): void {
  vi.stubGlobal(
    'WebSocket',
    class extends StubSocket {
      constructor() {
        super(onCall);
        queueMicrotask(() => connect(this));
      }
    },
  );
}
