/**
 * How the JSON of a format differs from that of the others (exports.md, "One object model, four variants"). Everything else is the same for
 * all.
 */
import type { ScriptProfile } from '../../shared/script/script-profile.ts';

export interface JsonVariant {
  /** Whether the story is wrapped in `{"project": …}`. */
  readonly isWrapped: boolean;
  /** Whether the JSON is indented by 4 spaces; otherwise it contains no white space. */
  readonly isPretty: boolean;
  /** Whether x and y are written, and width and height if an item has them. */
  readonly hasGeometry: boolean;
  /** Whether the roots of the boards and of the components are written. Those of assets and variables always are. */
  readonly hasRoots: boolean;
  /** Whether variables are in their folders. Otherwise the root lists all of them, because some importers treat a folder as a variable. */
  readonly hasVariableFolders: boolean;
  /** Whether assets may have the name of their stored file, if the options request it. */
  readonly canShowStoredNames: boolean;
  /**
   * The interpreter of the engine that reads the file; rich text is then written in the engine dialect. null keeps rich text as it is
   * stored.
   */
  readonly scriptProfile: ScriptProfile | null;
}

export const baseVariant: JsonVariant = {
  isWrapped: false,
  isPretty: false,
  hasGeometry: true,
  hasRoots: true,
  hasVariableFolders: true,
  canShowStoredNames: false,
  scriptProfile: null,
};
