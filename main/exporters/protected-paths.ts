/** Paths of a game project that belong to the engine or to the user, so that no export may ever write to them. */
export interface ProtectedPaths {
  /** Files and folders, from the root of the game project; everything inside a folder is protected too. */
  readonly paths: readonly string[];
  readonly extensions: readonly string[];
}

export const noProtectedPaths: ProtectedPaths = { paths: [], extensions: [] };
