/** Says what is selected, and what was done, to those who do not see it. */
import { useStore } from 'zustand';
import { useSelection } from '../state/selection.ts';
import { useName } from '../state/use-words.ts';
import { boardWords } from '../words/en/board.ts';
import { announcing } from './announce.ts';
import { useKindOf } from './use-kind-of.ts';

export function Announcer() {
  const count = useSelection(({ ids }) => ids.size);
  const last = useSelection(({ ids }) => [...ids].at(-1) ?? null);
  const name = useName(last);
  const kind = useKindOf(last);
  const words = count === 0 ? '' : count === 1 ? `${kind} ${name || boardWords.withoutATitle}` : boardWords.itemsSelected(count);
  // The same words said again must differ, or nothing is read out.
  const said = useStore(announcing);
  return (
    <>
      <p className="unseen" role="status">
        {words}
      </p>
      <p className="unseen" role="status">
        {said.turn % 2 === 0 ? said.words : `${said.words}\u00a0`}
      </p>
    </>
  );
}
