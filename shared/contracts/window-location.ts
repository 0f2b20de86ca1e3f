/** Where the window is, as it stands behind the `#` of its address: the list of projects, a project, or one of its questions. */
export interface WindowLocation {
  readonly projectHash: string | null;
  /** The id of a conflict: the conflicts dialog opens at it. */
  readonly conflictId: string | null;
}

export function parseWindowLocation(fragment: string): WindowLocation {
  const [, projectHash = null, question = null] = /^#\/project\/([\w-]{1,64})(?:\/question\/(.+))?$/.exec(fragment) ?? [];
  return { projectHash, conflictId: question === null ? null : decodeOrNull(question) };
}

export const formatWindowLocation = ({ projectHash, conflictId }: WindowLocation): string =>
  projectHash === null ? '#/' : `#/project/${projectHash}${conflictId === null ? '' : `/question/${encodeURIComponent(conflictId)}`}`;

function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
