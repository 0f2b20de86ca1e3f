/** Error responses outside the API, as its error object: for requests that cannot be handled, and for bytes that are not HTTP. */

import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';

const toProblemBody = (problem: Problem): string => JSON.stringify(problem.json);

export function sendProblem(outgoing: ServerResponse, problem: Problem): void {
  const body = toProblemBody(problem);
  outgoing.writeHead(problem.json.status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}

/** For connections without a response object. Closes the connection. */
export function sendRawProblem(socket: Duplex, problem: Problem): void {
  const { status } = problem.json;
  const body = toProblemBody(problem);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

export const toProblemResponse = (problem: Problem): Response =>
  new Response(toProblemBody(problem), { status: problem.json.status, headers: { 'content-type': 'application/json' } });

/** Problems by Node's error code. */
export function problemForParseError(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headersTooLarge', message('problem.rest.headersTooLong'));
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('tooSlow', message('problem.rest.requestTooSlow'));
  return new Problem('invalid', message('problem.rest.notHttp'));
}
