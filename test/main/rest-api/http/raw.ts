/** HTTP as bytes on a socket, for what no client would send. */
import { connect, type Socket } from 'node:net';

interface Raw {
  readonly socket: Socket;
  /** All that came until the other side ended. */
  readonly answer: Promise<string>;
  /** Resolves when so much of the answer is here. */
  until(part: string): Promise<string>;
}

export function raw(port: number, text: string, host = '127.0.0.1'): Raw {
  const socket = connect(port, host, () => socket.write(text));
  let heard = '';
  const looking = new Set<() => void>();
  socket.setEncoding('latin1').on('data', (chunk) => {
    heard += String(chunk);
    for (const look of looking) look();
  });
  socket.on('error', () => undefined);
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  return {
    socket,
    answer,
    until: (part) =>
      new Promise((resolve) => {
        const look = () => heard.includes(part) && resolve(heard);
        looking.add(look);
        look();
      }),
  };
}

/** The status and the error object of the last answer. */
export function lastAnswer(text: string): { status: number; body: unknown } {
  const answers = text.split(/(?=HTTP\/1\.1 \d)/);
  const [head = '', body = ''] = (answers.at(-1) ?? '').split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), body: JSON.parse(body) };
}
