/** Where the window is, as it stands behind the `#` of its address: the list of projects, a project, or one of its questions. */
export interface Place {
  readonly hash: string | null;
  /** The id of a question of the mirror: its view opens, at it. */
  readonly question: string | null;
}

export function placeIn(fragment: string): Place {
  const [, hash = null, question = null] = /^#\/project\/([\w-]{1,64})(?:\/question\/(.+))?$/.exec(fragment) ?? [];
  return { hash, question: question === null ? null : decoded(question) };
}

export const fragmentOf = ({ hash, question }: Place): string =>
  hash === null ? '#/' : `#/project/${hash}${question === null ? '' : `/question/${encodeURIComponent(question)}`}`;

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
