/** The bytes of a file of the remote as they come; where they are cut, the rest is asked for, as long as it is the same file. */
import type { Urgency } from '../../loop/budget.ts';
import { Lost } from '../../loop/loop-deps.ts';
import type { RemoteClient } from '../client.ts';

/** So often the rest is asked for. */
const patience = 5;

/** Throws a Lost where they do not come, or not all of them. `told`: how many there are, by the remote's own word. */
export async function* bytesOf(client: RemoteClient, path: string, told: number | null, urgency: Urgency): AsyncGenerator<Uint8Array> {
  let got = 0;
  let tag: string | undefined;
  let whole: number | undefined;
  for (let tries = 0; tries < patience; tries++) {
    const rest = got > 0 && tag !== undefined ? { headers: { range: `bytes=${got}-`, 'if-range': tag } } : {};
    const answer = await client.exchange({ method: 'GET', path, urgency, ...rest });
    if (answer.is !== 'answer') throw new Lost(answer.why);
    const { status, headers, body, drop } = answer;
    if (status !== (got > 0 ? 206 : 200) || (got > 0 && !headers['content-range']?.startsWith(`bytes ${got}-`))) {
      drop();
      throw client.lostBy(answer);
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
      if ((whole === undefined || got === whole) && (told === null || got === told)) return;
      if (got === whole) break;
    } catch {
      if (tag === undefined) break;
    }
  }
  throw new Lost('The file was cut on its way.');
}
