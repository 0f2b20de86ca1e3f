/** Says what is selected to those who do not see it. */
import { useSelection } from '../state/selection.ts';
import { boardWords } from '../words/en/board.ts';
import { useKindOf } from './use-kind-of.ts';
import { useName } from './use-words.ts';

export function Announcer() {
  const count = useSelection(({ ids }) => ids.size);
  const last = useSelection(({ ids }) => [...ids].at(-1) ?? null);
  const name = useName(last);
  const kind = useKindOf(last);
  const words = count === 0 ? '' : count === 1 ? `${kind} ${name || boardWords.withoutATitle}` : boardWords.itemsSelected(count);
  return (
    <p className="unseen" role="status">
      {words}
    </p>
  );
}
