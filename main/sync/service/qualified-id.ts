/** Parses the ids of conflicts and reports in calls: the hash of their project, a slash, and the id in that project. */
export function parseQualifiedId(qualifiedId: string): { readonly hash: string; readonly id: string } {
  const at = qualifiedId.indexOf('/');
  return { hash: qualifiedId.slice(0, at), id: qualifiedId.slice(at + 1) };
}
