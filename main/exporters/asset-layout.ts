/** Where an exporter writes asset files, and the names that its importer requires. */
import type { Message } from '../../shared/messages/message.ts';

export interface AssetLayout {
  /** Relative to the root of the game project, with `/`. */
  readonly folder: string;
  /** Whether all files are in this one folder. Otherwise the asset folders of the project are kept. */
  readonly isFlat?: boolean;
  /** Changes a name that is safe for every file system, but that the importer would misread. */
  readonly adjustName?: (name: string) => string;
  /** Extensions, with their dot, of files that the engine's editor does not import itself. */
  readonly notImported?: readonly string[];
  /** Set if the importer identifies assets by something other than their path. */
  readonly lookup?: AssetLookup;
}

export interface AssetLookup {
  /** The key of an asset. The importer cannot distinguish two assets with the same key. `type` is image, audio or video. */
  key(type: string, fileName: string): string;
  /** The key of an icon that is a cover, if the importer looks icons up in the same way. */
  iconKey?(file: string): string;
  iconCollisionMessage?(names: { readonly icon: string; readonly asset: string }): Message;
  /** The message for an asset (`second`) whose key another one (`first`) already has. Both parameters are names. */
  collisionMessage(type: string, names: { readonly first: string; readonly second: string }): Message;
}

/** The layout for checks that are not for a specific exporter. */
export const defaultAssetLayout: AssetLayout = { folder: 'assets' };
