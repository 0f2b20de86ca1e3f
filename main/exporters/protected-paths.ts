/** Paths of a game project that belong to the engine or to the user, so that no export may write to them. */
export interface ProtectedPaths {
  /** Files and folders, relative to the root of the game project. Everything inside a folder is protected as well. */
  readonly paths: readonly string[];
  readonly extensions: readonly string[];
}

export const noProtectedPaths: ProtectedPaths = { paths: [], extensions: [] };
