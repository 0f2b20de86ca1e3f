/** The playback options of a video cover ([Elements] cover object). An option that was never set is not stored until the user sets it. */

import type { ElementCoverObject } from '../../../shared/model/kinds/field-schemas.ts';
import { t } from '../../messages/translate.ts';
import { updateFields } from '../../state/save-fields.ts';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { playModeOptions } from './play-mode-options.ts';

type VideoCover = Extract<ElementCoverObject, { type: 'video' | 'template-video' | 'youtube' }>;

export const isVideoCover = (cover: ElementCoverObject | null): cover is VideoCover =>
  cover?.type === 'video' || cover?.type === 'template-video' || cover?.type === 'youtube';

export function CoverPlayback({ elementId, cover }: { elementId: string; cover: VideoCover }) {
  // The fields are shared by all types of video covers, so the type of the cover does not change.
  const set = (fields: Partial<VideoCover>) => updateFields('element', elementId, { cover: { ...cover, ...fields } as VideoCover });
  return (
    <div className="cover-playback">
      {cover.type !== 'youtube' && (
        <Select
          label={t('assets.playMode.label')}
          options={playModeOptions()}
          value={cover.mode ?? null}
          onChange={(mode) => set({ mode })}
        />
      )}
      <Switch isSelected={cover.autoplay ?? false} onChange={(autoplay) => set({ autoplay })}>
        {t('inspector.cover.autoplay')}
      </Switch>
      <Switch isSelected={cover.showControls ?? false} onChange={(showControls) => set({ showControls })}>
        {t('inspector.cover.showControls')}
      </Switch>
      {cover.type !== 'youtube' && (
        <Switch isSelected={cover.showOptions ?? false} onChange={(showOptions) => set({ showOptions })}>
          {t('inspector.cover.showOptions')}
        </Switch>
      )}
    </div>
  );
}
