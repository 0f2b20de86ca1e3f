/** The location of the window, which is the fragment of its URL: the project list, a project, or one of its conflicts. */
export interface WindowLocation {
  readonly projectHash: string | null;
  /** The id of a conflict: the conflicts dialog opens at it. */
  readonly conflictId: string | null;
}

/** The query of the URL of a window that was opened from another one. It survives a reload, and a change of the location. */
export const furtherWindowQuery = '?further';

export function parseWindowLocation(fragment: string): WindowLocation {
  const [, projectHash = null, conflict = null] = /^#\/project\/([\w-]{1,64})(?:\/conflict\/(.+))?$/.exec(fragment) ?? [];
  return { projectHash, conflictId: conflict === null ? null : decodeOrNull(conflict) };
}

export const formatWindowLocation = ({ projectHash, conflictId }: WindowLocation): string =>
  projectHash === null ? '#/' : `#/project/${projectHash}${conflictId === null ? '' : `/conflict/${encodeURIComponent(conflictId)}`}`;

function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
