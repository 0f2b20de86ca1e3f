/** Where an exporter writes the files of assets, and the names that its importer needs. */
import type { Message } from '../../shared/messages/message.ts';

export interface AssetLayout {
  /** Relative to the root of the game project, with `/`. */
  readonly folder: string;
  /** All files are in that one folder; otherwise the asset folders of the project are kept. */
  readonly isFlat?: boolean;
  /** Changes a name that is already safe for every file system where the importer would misread it. */
  readonly adjustName?: (name: string) => string;
  /** Extensions, with their dot, of files that the engine's editor does not import by itself. */
  readonly notImported?: readonly string[];
  /** Where the importer looks assets up by something other than their path. */
  readonly lookup?: AssetLookup;
}

export interface AssetLookup {
  /** The importer cannot distinguish two assets with the same key. `type` is image, audio or video. */
  key(type: string, fileName: string): string;
  /** The key of an icon that is a cover, where the importer looks icons up in the same way. */
  iconKey?(file: string): string;
  iconCollisionMessage?(names: { readonly icon: string; readonly asset: string }): Message;
  /** The message for an asset (`second`) whose key another one (`first`) has already; both by name. */
  collisionMessage(type: string, names: { readonly first: string; readonly second: string }): Message;
}

/** The layout for checks that are not made for one exporter. */
export const defaultAssetLayout: AssetLayout = { folder: 'assets' };
