/** What somebody waits for and does not come, as a Problem with a sentence. */
import { Problem } from '../../../shared/problem.ts';
import type { Workspace } from '../client/workspace.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';

export async function withRemoteProblems<T>(name: string, workspace: Workspace, ask: () => Promise<T>): Promise<T> {
  const { connectionState } = workspace;
  if (connectionState.type === 'needs a key') throw new Problem('unauthenticated', connectionState.reason);
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof RemoteUnavailableError)) throw error;
    if (error.status === 401) throw new Problem('unauthenticated', `The key for ${name} is not accepted. Please enter another one.`);
    if (error.status === 403) throw new Problem('forbidden', error.message);
    if (error.retryAt !== undefined)
      throw new Problem('tooMany', `The limit of ${name} is used up at the moment. Please try again in a minute.`);
    throw new Problem('unreachable', `${name} cannot be reached. ${error.message}`);
  }
}
