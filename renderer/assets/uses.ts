/** Who uses an asset: elements and components with it as their cover, elements that play it, attributes that list it. */
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { assetTree, subtree } from '../state/tree-moves.ts';
import { whoIs } from '../state/who-is.ts';
import { assetsWords } from '../words/en/assets.ts';

export interface Use {
  /** The record that holds the asset. */
  readonly id: string;
  /** `Element “The door”`. */
  readonly who: string;
  /** `its cover`. */
  readonly how: string;
  /** The asset that is used, where a folder was asked about. */
  readonly assetId: string;
}

/** For a folder: who uses anything in it. */
export function usesOf(project: Project, ids: readonly string[]): Use[] {
  const assets = new Set(ids.flatMap((id) => subtree(assetTree, project, id)));
  return [...assets].flatMap((assetId) =>
    [...project.holdersOf(assetId)].flatMap((id) => {
      const holder = project.at(id);
      return holder && holder.kind !== 'asset' ? [{ id, assetId, ...wordsFor(project, holder) }] : [];
    }),
  );
}

function wordsFor(project: Project, holder: AnyRecord): { who: string; how: string } {
  const attribute = project.find('attribute', holder.id);
  if (attribute) return { who: whoIs(project, attribute.cId), how: assetsWords.inItsAttribute(attribute.name ?? '') };
  const sound = project.find('audioAttachment', holder.id);
  if (sound) return { who: whoIs(project, sound.elementId), how: assetsWords.playsIt };
  return { who: whoIs(project, holder.id), how: holder.kind === 'project' ? assetsWords.coverOfTheProject : assetsWords.itsCover };
}
