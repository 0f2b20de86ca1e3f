/** How all mirrored projects together are, above the list of projects. Nothing where none is mirrored. */
import { useMirrors } from '../state/mirrors.ts';
import { useNow } from '../state/now.ts';
import { Button } from '../ui/button.tsx';
import { mirrorWords } from '../words/en/mirror.ts';
import { showOverview } from './show-mirror.ts';
import { sayTogether } from './status-words.ts';
import './mirror.css';

export function MirrorsChip() {
  const list = useMirrors((state) => state.list);
  const said = sayTogether(list, useNow(5000));
  if (!said) return null;
  const { words, icon: Icon, tone } = said;
  return (
    <Button
      look="quiet"
      className={`mirror-chip ${tone}`}
      onPress={() => void showOverview()}
      aria-label={`${mirrorWords.overview}: ${words}`}
    >
      <Icon size={16} aria-hidden />
      <span>{words}</span>
    </Button>
  );
}
