/** The comment threads of the story, with filters and a link to their position on the board. Comments are read-only (G24). */

import { X } from 'lucide-react';
import { useDeferredValue, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { t } from '../../messages/translate.ts';
import { useProject } from '../../state/open-project.ts';
import { closePane } from '../../state/pane-layout.ts';
import { useSelection } from '../../state/selection.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import './comments.css';
import { commentsState } from '../../navigation/comments/comments-state.ts';
import { filterThreads } from './comment-threads.ts';
import { ThreadCard } from './thread-card.tsx';

const stateOptions = () => (['open', 'resolved', 'all'] as const).map((id) => ({ id, label: t(`comments.states.${id}`) }));
const scopeOptions = () => (['everywhere', 'here'] as const).map((id) => ({ id, label: t(`comments.scopes.${id}`) }));

export function CommentsPanel() {
  const { state, scope, query: typedQuery, currentThreadId } = useStore(commentsState);
  const boardId = useSelection((chosen) => chosen.boardId);
  const query = useDeferredValue(typedQuery);
  const count = useProject((project) => project.countOfKind('comment'));
  const ids = useProject((project) =>
    filterThreads(project, { state, boardId: scope === 'here' ? boardId : null, query }).map(({ comment }) => comment.id),
  );
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (currentThreadId !== null)
      list.current?.querySelector(`[data-thread="${CSS.escape(currentThreadId)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [currentThreadId]);
  return (
    <section className="comments" aria-label={t('comments.title')}>
      <header className="pane-head">
        <h2 className="pane-title">{t('comments.title')}</h2>
        <IconButton icon={X} label={t('comments.close')} onPress={() => closePane('comments')} />
      </header>
      {count === 0 ? (
        <p className="comments-none">{t('comments.none')}</p>
      ) : (
        <>
          <div className="comments-filters">
            <Select
              label={t('comments.stateLabel')}
              options={stateOptions()}
              value={state}
              onChange={(to) => commentsState.setState({ state: to })}
            />
            <Select
              label={t('comments.scopeLabel')}
              options={scopeOptions()}
              value={scope}
              onChange={(to) => commentsState.setState({ scope: to })}
            />
            <TextField label={t('comments.find')} value={typedQuery} onChange={(to) => commentsState.setState({ query: to })} />
          </div>
          <p className="comments-count" role="status">
            {ids.length === 0 ? t('comments.noMatch') : t('comments.counted', { count: ids.length })}
          </p>
          <ol className="threads" ref={list}>
            {ids.map((id) => (
              <ThreadCard key={id} id={id} isCurrent={id === currentThreadId} />
            ))}
          </ol>
          <p className="comments-none">{t('comments.readOnly')}</p>
        </>
      )}
    </section>
  );
}
