/** Marks a record that has problems. Its tooltip lists the first of them. */
import { CircleAlert, Lightbulb, TriangleAlert } from 'lucide-react';
import type { Finding } from '../../../shared/contracts/findings.ts';
import { t } from '../../messages/translate.ts';
import { useProblemMarker } from './problems-store.ts';
import './problem-badge.css';

export const severityIcons = { error: CircleAlert, warning: TriangleAlert, hint: Lightbulb } as const satisfies Record<
  Finding['severity'],
  unknown
>;

/** `where`: at the corner of a card, or in the row of a tree. */
export function ProblemBadge({ id, where }: { id: string; where: 'card' | 'row' }) {
  const marker = useProblemMarker(id);
  if (!marker) return null;
  const { severity, count, messages } = marker;
  const Icon = severityIcons[severity];
  const more = count - messages.length;
  const lines = [...messages.map((message) => t(message)), ...(more > 0 ? [t('common.andMore', { count: more })] : [])];
  return (
    <span
      role="img"
      className={`problem-badge ${where} ${severity}`}
      title={lines.join('\n')}
      aria-label={`${t(`common.counted.${severity}`, { count })}: ${lines.join(' ')}`}
    >
      <Icon size={13} aria-hidden />
      {count > 1 && count}
    </span>
  );
}
