/** Says to screen readers how many entries match what is being searched for. A status is announced only if it was there before its text. */
import { t } from '../messages/translate.ts';

/** null while nothing is searched for. */
export const MatchCount = ({ count }: { count: number | null }) => (
  <p className="visually-hidden" role="status">
    {count !== null && t('common.counted.match', { count })}
  </p>
);
