/** Marks a card that has open local comments. Its tooltip has their texts. */
import { MessageSquare } from 'lucide-react';
import { type LocalComments, listLocalComments } from '../../../shared/model/local-comments.ts';
import { t } from '../../messages/translate.ts';
import './comment-badge.css';

export function CommentBadge({ record }: { record: { readonly localComments?: LocalComments } }) {
  const texts = listLocalComments(record).flatMap(([, { text, resolved }]) => (resolved ? [] : [text]));
  if (texts.length === 0) return null;
  return (
    <span
      role="img"
      className="comment-badge"
      title={texts.join('\n')}
      aria-label={t('comments.local.onCard', { count: texts.length, texts: texts.join(' ') })}
    >
      <MessageSquare size={13} aria-hidden />
      {texts.length > 1 && texts.length}
    </span>
  );
}
