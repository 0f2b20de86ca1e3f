/** The comments of the story beside its board: threads with their replies, narrowed down, each with the way to its place. They are read here, not written (G24). */
import { X } from 'lucide-react';
import { useDeferredValue, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { setPaneOpen } from '../state/look.ts';
import { useProject } from '../state/open-project.ts';
import { useSelection } from '../state/selection.ts';
import { IconButton } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { commentsWords as words } from '../words/en/comments.ts';
import './comments.css';
import { reading } from './comments-state.ts';
import { ThreadCard } from './thread-card.tsx';
import { threads } from './threads.ts';

const states = (['open', 'resolved', 'all'] as const).map((id) => ({ id, label: words.states[id] }));
const places = (['everywhere', 'here'] as const).map((id) => ({ id, label: words[id] }));

export function CommentsPanel() {
  const { state, where, words: typed, current } = useStore(reading);
  const boardId = useSelection((chosen) => chosen.boardId);
  const asked = useDeferredValue(typed);
  const count = useProject((project) => project.count('comment'));
  const ids = useProject((project) =>
    threads(project, { state, boardId: where === 'here' ? boardId : null, words: asked }).map(({ comment }) => comment.id),
  );
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (current !== null) list.current?.querySelector(`[data-thread="${CSS.escape(current)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <section className="comments" aria-label={words.title}>
      <header className="pane-head">
        <h2 className="pane-title">{words.title}</h2>
        <IconButton icon={X} label={words.close} onPress={() => setPaneOpen('comments', false)} />
      </header>
      {count === 0 ? (
        <p className="comments-none">{words.none}</p>
      ) : (
        <>
          <div className="comments-filters">
            <Select label={words.showing} options={states} value={state} onChange={(to) => reading.setState({ state: to })} />
            <Select label={words.where} options={places} value={where} onChange={(to) => reading.setState({ where: to })} />
            <TextField label={words.find} value={typed} onChange={(to) => reading.setState({ words: to })} />
          </div>
          <p className="comments-count" role="status">
            {ids.length === 0 ? words.noneFits : words.counted(ids.length)}
          </p>
          <ol className="threads" ref={list}>
            {ids.map((id) => (
              <ThreadCard key={id} id={id} isCurrent={id === current} />
            ))}
          </ol>
          <p className="comments-none">{words.readOnly}</p>
        </>
      )}
    </section>
  );
}
