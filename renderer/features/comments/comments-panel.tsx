/**
 * The comments of the story with filters and links to what they are about: threads of the workspace, which are read-only (G24), and local comments,
 * which are written here.
 */

import { X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { countedKind } from '../../../shared/model/kind-messages.ts';
import { t } from '../../messages/translate.ts';
import { isComposing } from '../../platform/composition.ts';
import { focusBoard } from '../../state/board-view.ts';
import { useProject } from '../../state/open-project.ts';
import { closePane } from '../../state/pane-layout.ts';
import { useSelection } from '../../state/selection.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import './comments.css';
import { commentsState } from '../../navigation/comments/comments-state.ts';
import { CommentComposer } from './comment-composer.tsx';
import { filterLocalComments, filterThreads, hasComments } from './comment-threads.ts';
import { LocalCommentCard } from './local-comment-card.tsx';
import { ThreadCard } from './thread-card.tsx';

/** What was typed is kept. */
function returnToBoard(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event.nativeEvent)) focusBoard();
}

const stateOptions = () => (['open', 'resolved', 'all'] as const).map((id) => ({ id, label: t(`comments.states.${id}`) }));
const scopeOptions = () => (['everywhere', 'openBoard'] as const).map((id) => ({ id, label: t(`comments.scopes.${id}`) }));

export function CommentsPanel() {
  const { state, scope, query: typedQuery, currentThreadId } = useStore(commentsState);
  const boardId = useSelection((chosen) => chosen.boardId);
  const query = useDeferredValue(typedQuery);
  const hasThreads = useProject((project) => project.countOfKind('comment') > 0);
  const hasAny = useProject(hasComments);
  const filter = { state, boardId: scope === 'openBoard' ? boardId : null, query };
  const ids = useProject((project) => filterThreads(project, filter).map(({ comment }) => comment.id));
  // Pairs of a record and its comment, in a flat list so that it is compared by its entries.
  const pairs = useProject((project) => filterLocalComments(project, filter).flatMap(({ recordId, id }) => [recordId, id]));
  const local = pairs.flatMap((recordId, at) => (at % 2 === 0 ? [{ recordId, id: pairs[at + 1] ?? '' }] : []));
  const count = local.length + ids.length;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (currentThreadId !== null) list.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' });
  }, [currentThreadId]);
  return (
    <section className="comments" aria-label={t('comments.title')} onKeyDown={returnToBoard}>
      <header className="pane-head">
        <h2 className="pane-title">{t('comments.title')}</h2>
        <IconButton icon={X} label={t('comments.close')} onPress={() => closePane('comments')} />
      </header>
      <CommentComposer />
      {!hasAny ? (
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
            {count === 0 ? t('comments.noMatch') : t(countedKind('comment', count))}
          </p>
          <ol className="threads" ref={list}>
            {local.map(({ recordId, id }) => (
              <LocalCommentCard key={id} recordId={recordId} id={id} isCurrent={id === currentThreadId} />
            ))}
            {ids.map((id) => (
              <ThreadCard key={id} id={id} isCurrent={id === currentThreadId} />
            ))}
          </ol>
          {hasThreads && <p className="comments-none">{t('comments.readOnly')}</p>}
        </>
      )}
    </section>
  );
}
