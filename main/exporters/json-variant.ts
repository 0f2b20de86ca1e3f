/** How the JSON of one format differs from that of the others (exports.md, "One object model, four variants"). Everything else is the same for all. */
import type { ScriptProfile } from '../../shared/script/script-profile.ts';

export interface JsonVariant {
  /** `{"project": …}` around the story. */
  readonly isWrapped: boolean;
  /** 4 spaces; otherwise no white space at all. */
  readonly isPretty: boolean;
  /** x and y, and width and height if an item has them. */
  readonly hasGeometry: boolean;
  /** The root of the boards and the root of the components. Those of assets and variables are always written. */
  readonly hasRoots: boolean;
  /** Variables are in their folders. Otherwise the root lists all of them: some importers take a folder for a variable. */
  readonly hasVariableFolders: boolean;
  /** Assets have the name of their stored file if the options request it. */
  readonly canShowStoredNames: boolean;
  /** The interpreter of the engine that reads the file: rich text is then written in the engine dialect. Null keeps rich text as it is stored. */
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
