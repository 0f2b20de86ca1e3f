/** How the film on a cover plays ([Elements] cover object): what was never said stays unsaid until it is set. */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { inspectorMessages } from '../../messages/en/inspector.ts';
import { updateFields } from '../../state/save-fields.ts';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';

const messages = inspectorMessages.cover;
type Cover = NonNullable<StoryRecord<'element'>['cover']>;
export type VideoCover = Extract<Cover, { type: 'video' | 'template-video' | 'youtube' }>;

const playModeOptions = (['once', 'loop', 'stop'] as const).map((id) => ({ id, label: messages.modes[id] }));

export const isVideoCover = (cover: Cover | null): cover is VideoCover =>
  cover?.type === 'video' || cover?.type === 'template-video' || cover?.type === 'youtube';

export function CoverPlayback({ elementId, cover }: { elementId: string; cover: VideoCover }) {
  const set = (fields: Partial<VideoCover>) => updateFields('element', elementId, { cover: { ...cover, ...fields } as VideoCover });
  return (
    <div className="cover-playback">
      {cover.type !== 'youtube' && (
        <Select label={messages.mode} options={playModeOptions} value={cover.mode ?? null} onChange={(mode) => set({ mode })} />
      )}
      <Switch isSelected={cover.autoplay ?? false} onChange={(autoplay) => set({ autoplay })}>
        {messages.autoplay}
      </Switch>
      <Switch isSelected={cover.showControls ?? false} onChange={(showControls) => set({ showControls })}>
        {messages.showControls}
      </Switch>
      {cover.type !== 'youtube' && (
        <Switch isSelected={cover.showOptions ?? false} onChange={(showOptions) => set({ showOptions })}>
          {messages.showOptions}
        </Switch>
      )}
    </div>
  );
}
