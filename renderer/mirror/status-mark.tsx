/** How a mirror is: a sign and words, which count down where something is waited for. */
import type { MirrorStatus } from '../../shared/mirror.ts';
import { useNow } from '../state/now.ts';
import { sayStatus } from './status-words.ts';
import './mirror.css';

const TICK = 5000;

export const useStatusSaid = (status: MirrorStatus) => sayStatus(status, useNow(TICK));

export function StatusMark({ status }: { status: MirrorStatus }) {
  const { words, icon: Icon, tone } = useStatusSaid(status);
  return (
    <span className={`mirror-state ${tone}`}>
      <Icon size={16} aria-hidden />
      <span>{words}</span>
    </span>
  );
}
