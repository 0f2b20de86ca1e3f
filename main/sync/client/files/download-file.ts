/** The bytes of a remote file as they arrive. If the transfer is interrupted, the rest is requested as long as the file is the same. */

import { message } from '../../../../shared/messages/message.ts';
import { RemoteUnavailableError } from '../../protocol/remote-api.ts';
import type { RemoteClient } from '../remote-client.ts';
import type { Urgency } from '../request-budget.ts';

/** The maximum number of requests for one file. */
const maxAttempts = 5;

/** Throws a RemoteUnavailableError if the file does not arrive completely. `expectedSize` is in bytes, as the remote reported it. */
export async function* downloadFile(
  client: RemoteClient,
  path: string,
  expectedSize: number | null,
  urgency: Urgency,
): AsyncGenerator<Uint8Array> {
  let got = 0;
  let tag: string | undefined;
  let whole: number | undefined;
  for (let tries = 0; tries < maxAttempts; tries++) {
    const rest = got > 0 && tag !== undefined ? { headers: { range: `bytes=${got}-`, 'if-range': tag } } : {};
    const answer = await client.exchange({ method: 'GET', path, urgency, ...rest });
    if (answer.type !== 'response') throw new RemoteUnavailableError(answer.reason);
    const { status, headers, body, discard } = answer;
    if (status !== (got > 0 ? 206 : 200) || (got > 0 && !headers['content-range']?.startsWith(`bytes ${got}-`))) {
      discard();
      throw client.errorFor(answer);
    }
    if (got === 0) {
      tag = headers.etag?.startsWith('"') ? headers.etag : undefined;
      whole = /^\d+$/.test(headers['content-length'] ?? '') ? Number(headers['content-length']) : undefined;
    }
    try {
      for await (const piece of body) {
        got += piece.length;
        yield piece;
      }
      if ((whole === undefined || got === whole) && (expectedSize === null || got === expectedSize)) return;
      if (got === whole) break;
    } catch {
      if (tag === undefined) break;
    }
  }
  throw new RemoteUnavailableError(message('remote.unavailable.fileInterrupted'));
}
