/** How a sound or a video is played. */
import { t } from '../../messages/translate.ts';

export const playModeOptions = () => (['once', 'loop', 'stop'] as const).map((id) => ({ id, label: t(`assets.playMode.${id}`) }));
