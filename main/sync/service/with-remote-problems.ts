/** Turns the errors of a remote into Problems with a message for the user. */
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';

export async function withRemoteProblems<T>(name: string, workspace: RemoteWorkspace, request: () => Promise<T>): Promise<T> {
  const { connectionState } = workspace;
  if (connectionState.type === 'needsKey') throw new Problem('unauthenticated', connectionState.reason);
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof RemoteUnavailableError)) throw error;
    if (error.status === 401) throw new Problem('unauthenticated', message('problem.remote.keyRejected', { name }));
    if (error.status === 403) throw new Problem('forbidden', error.text);
    if (error.retryAt !== undefined) throw new Problem('tooMany', message('problem.remote.limit', { name }));
    throw new Problem('unreachable', message('problem.remote.unreachable', { name, reason: error.text }));
  }
}
