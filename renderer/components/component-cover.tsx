/** The cover of a component: a picture among the assets or from the desktop; an icon that came with a file is told and can go. */
import { Shapes } from 'lucide-react';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { CoverPicture } from '../assets/cover-field.tsx';
import { CoverPicker } from '../assets/cover-picker.tsx';
import { Part } from '../fields/panel.tsx';
import { Shows } from '../fields/shows.tsx';
import { componentsWords } from '../words/en/components.ts';
import { iconWords } from './component-picture.tsx';

export function ComponentCover({ component: { id, cover } }: { component: StoryRecord<'component'> }) {
  const assetId = cover && 'id' in cover ? cover.id : null;
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
        <CoverPicker
          kind="component"
          id={id}
          cover={cover}
          media={['image']}
          placeholder={cover ? componentsWords.anotherPicture : componentsWords.pictureAmongTheAssets}
        />
      </Shows>
    </Part>
  );
}
