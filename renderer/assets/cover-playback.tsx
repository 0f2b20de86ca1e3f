/** How the film on a cover plays ([Elements] cover object): what was never said stays unsaid until it is set. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { change } from '../fields/save.ts';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { inspectorWords } from '../words/en/inspector.ts';

const words = inspectorWords.cover;
type Cover = NonNullable<StoryRecord<'element'>['cover']>;
export type Film = Extract<Cover, { type: 'video' | 'template-video' | 'youtube' }>;

const modes = (['once', 'loop', 'stop'] as const).map((id) => ({ id, label: words.modes[id] }));

export const isFilm = (cover: Cover | null): cover is Film =>
  cover?.type === 'video' || cover?.type === 'template-video' || cover?.type === 'youtube';

export function CoverPlayback({ elementId, cover }: { elementId: string; cover: Film }) {
  const set = (fields: Partial<Film>) => change('element', elementId, { cover: { ...cover, ...fields } as Film });
  return (
    <div className="cover-playback">
      {cover.type !== 'youtube' && (
        <Select label={words.mode} options={modes} value={cover.mode ?? null} onChange={(mode) => set({ mode })} />
      )}
      <Switch isSelected={cover.autoplay ?? false} onChange={(autoplay) => set({ autoplay })}>
        {words.autoplay}
      </Switch>
      <Switch isSelected={cover.showControls ?? false} onChange={(showControls) => set({ showControls })}>
        {words.showControls}
      </Switch>
      {cover.type !== 'youtube' && (
        <Switch isSelected={cover.showOptions ?? false} onChange={(showOptions) => set({ showOptions })}>
          {words.showOptions}
        </Switch>
      )}
    </div>
  );
}
