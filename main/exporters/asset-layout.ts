/** Where an exporter writes the files of assets, and what it demands of their names. */

export interface AssetLayout {
  /** Relative to the root of the game project, with `/`. */
  readonly folder: string;
  /** All files lie in that one folder; otherwise the asset folders of the project are kept. */
  readonly isFlat?: boolean;
  /** Changes a name that is already safe for every file system where the importer would misread it. */
  readonly adjustName?: (name: string) => string;
  /** Where the importer looks assets up by something other than their path. */
  readonly lookup?: AssetLookup;
}

export interface AssetLookup {
  /** Two assets with the same key would be mistaken for each other. `type` is image, audio or video. */
  key(type: string, fileName: string): string;
  /** The message for an asset whose key another one has already. */
  collisionMessage(type: string, first: string, second: string): string;
}

/** The layout for checks that are not made for one exporter. */
export const defaultAssetLayout: AssetLayout = { folder: 'assets' };
