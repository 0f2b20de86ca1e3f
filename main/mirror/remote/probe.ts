/** What a key may do at an address ([Authentication 4]): asked once when a remote is added or its key changed. Changes nothing there. */
import type { KeyPermission } from '../../../shared/people.ts';
import { Problem } from '../../../shared/problem.ts';
import { Lost } from '../loop/loop-deps.ts';
import type { RemoteClient } from './client.ts';

export interface Probed {
  readonly permissions: readonly KeyPermission[];
}

/** No project has it: hashes are made by the service. */
const nobody = 'taleport-looks-what-this-key-may';

/** Throws a Problem with what is wrong and what to do: unreachable, a wrong key, not this service, nothing permitted. */
export async function probe(client: RemoteClient): Promise<Probed> {
  const reads = await mayRead(client);
  const writes = await mayWrite(client);
  if (!reads && !writes)
    throw new Problem('forbidden', 'The key may neither read nor write projects. Please make one in the workspace that may do both.');
  return { permissions: [...(reads ? (['project:read'] as const) : []), ...(writes ? (['project:write'] as const) : [])] };
}

async function mayRead(client: RemoteClient): Promise<boolean> {
  try {
    const list = await client.get('/workspace/projects');
    if (Array.isArray(list)) return true;
    throw wrong(404);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    if (error.status === undefined) throw unreachable(error.message);
    if (error.status === 403) return false;
    throw wrong(error.status);
  }
}

/** [G3] The permission of the key is looked at before the project: 403 is no, and what comes after is yes. An empty body changes nothing anywhere. */
async function mayWrite(client: RemoteClient): Promise<boolean> {
  const came = await client.send({ method: 'PATCH', path: `/${nobody}`, body: {} });
  if (came.is !== 'answer') throw unreachable('The connection was cut.');
  if (came.status === 403) return false;
  if ([400, 404, 405, 422].includes(came.status)) return true;
  throw wrong(came.status);
}

const unreachable = (why: string): Problem => new Problem('invalid', `The workspace cannot be reached. ${why}`, { errors: { url: why } });

function wrong(status: number): Problem {
  if (status === 401) {
    const says = 'is not accepted by this workspace: it is mistyped, was revoked, or belongs to another service';
    return new Problem('unauthenticated', `The key ${says}.`, { errors: { key: says } });
  }
  if (status === 429) return new Problem('tooMany', 'The limit of the workspace is used up at the moment. Please try again in a minute.');
  if (status >= 500) return atUrl(`has a fault of its own (${status}); please try again later`);
  if (status >= 300 && status < 400) return atUrl('sends us to another address: please enter that one');
  return atUrl('answers, but not as this service does');
}

const atUrl = (why: string): Problem => new Problem('invalid', `The workspace at this address ${why}.`, { errors: { url: why } });
