/** How a cover is chosen: searched among the assets, brought from a file, an icon, or taken off. */
import { Shapes, Upload, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { perform } from '../board/act.ts';
import { change } from '../fields/save.ts';
import { SearchField } from '../fields/search-field.tsx';
import { openProject } from '../state/open-project.ts';
import { assetsWords as words } from '../words/en/assets.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { addChosen } from './adding.ts';
import { putToUse } from './arrivals.ts';
import { assetName, assetOptions } from './asset-search.ts';
import { showIconCover } from './cover-by-name.tsx';

export interface CoverPickerProps {
  readonly kind: 'element' | 'component';
  readonly id: string;
  readonly cover: { readonly type: string; readonly id?: string } | null;
  readonly media: readonly ('image' | 'video')[];
  readonly placeholder: string;
  /** Further ways. */
  readonly children?: ReactNode;
}

export function CoverPicker({ kind, id, cover, media, placeholder, children }: CoverPickerProps) {
  const assetId = cover?.id ?? null;
  const purpose = { for: kind, id };
  const choose = (chosen: string | null) => {
    if (chosen === null || chosen === assetId) return;
    const { project } = openProject.getState();
    const asset = project.find('asset', chosen);
    void perform((asset && putToUse(project, purpose, asset, false)) ?? null);
  };
  const [only] = media.length === 1 ? media : [];
  return (
    <>
      <div className="pick-asset">
        <SearchField
          label={words.cover}
          value={assetId}
          placeholder={placeholder}
          options={(project) => assetOptions(project, media)}
          nameOf={assetName}
          choose={choose}
        />
        <button
          type="button"
          className="quiet"
          aria-label={words.coverFromAFile}
          title={words.fromAFile}
          onClick={() => void addChosen('file', { purpose, ...(only && { type: only }) })}
        >
          <Upload size={14} />
        </button>
        {cover && (
          <button
            type="button"
            className="quiet"
            aria-label={words.takeTheCoverOff}
            title={words.takeOff}
            onClick={() => change(kind, id, { cover: null })}
          >
            <X size={14} />
          </button>
        )}
      </div>
      <div className="buttons">
        <button type="button" className="text-button" onClick={() => showIconCover({ kind, id })}>
          <Shapes size={13} aria-hidden="true" /> {inspectorWords.cover.icon}
        </button>
        {children}
      </div>
    </>
  );
}
