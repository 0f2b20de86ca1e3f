/** The cover of a component: a picture among the assets or from the desktop; an icon that came with a file is told and can go. */
import { Shapes, Upload, X } from 'lucide-react';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { addChosen } from '../assets/adding.ts';
import { putToUse } from '../assets/arrivals.ts';
import { assetName, assetOptions } from '../assets/asset-search.ts';
import { showIconCover } from '../assets/cover-by-name.tsx';
import { CoverPicture } from '../assets/cover-field.tsx';
import { perform } from '../board/act.ts';
import { Part } from '../inspector/panel.tsx';
import { change } from '../inspector/save.ts';
import { SearchField } from '../inspector/search-field.tsx';
import { Shows } from '../inspector/shows.tsx';
import { openProject } from '../state/open-project.ts';
import { componentsWords } from '../words/en/components.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { iconWords } from './component-picture.tsx';

export function ComponentCover({ component: { id, cover } }: { component: StoryRecord<'component'> }) {
  const assetId = cover && 'id' in cover ? cover.id : null;
  const choose = (chosen: string | null) => {
    if (chosen === null || chosen === assetId) return;
    const { project } = openProject.getState();
    const asset = project.find('asset', chosen);
    void perform((asset && putToUse(project, { for: 'component', id }, asset, false)) ?? null);
  };
  return (
    <Part title={componentsWords.cover}>
      <Shows field="component.cover">
        {assetId !== null && <CoverPicture key={assetId} assetId={assetId} />}
        {cover?.type === 'icon' && (
          <div className="row">
            <Shapes size={16} aria-hidden="true" />
            <span title={cover.file}>{componentsWords.icon(iconWords(cover.file))}</span>
          </div>
        )}
        <div className="pick-asset">
          <SearchField
            label={componentsWords.cover}
            value={assetId}
            placeholder={cover ? componentsWords.anotherPicture : componentsWords.pictureAmongTheAssets}
            options={(project) => assetOptions(project, ['image'])}
            nameOf={assetName}
            choose={choose}
          />
          <button
            type="button"
            className="quiet"
            aria-label={componentsWords.coverFromAFile}
            title={componentsWords.fromAFile}
            onClick={() => void addChosen('file', { purpose: { for: 'component', id }, type: 'image' })}
          >
            <Upload size={14} />
          </button>
          {cover && (
            <button
              type="button"
              className="quiet"
              aria-label={componentsWords.takeTheCoverOff}
              title={componentsWords.takeOff}
              onClick={() => change('component', id, { cover: null })}
            >
              <X size={14} />
            </button>
          )}
        </div>
        <div className="buttons">
          <button type="button" className="text-button" onClick={() => showIconCover({ kind: 'component', id })}>
            <Shapes size={13} aria-hidden="true" /> {inspectorWords.cover.icon}
          </button>
        </div>
      </Shows>
    </Part>
  );
}
