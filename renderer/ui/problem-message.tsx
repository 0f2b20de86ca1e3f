/** A problem as sentences: what happened, and each of its faults. */
import { TriangleAlert } from 'lucide-react';
import { fieldLabel } from '../../shared/model/kind-messages.ts';
import type { Problem } from '../../shared/problem.ts';
import { t } from '../messages/translate.ts';
import { Button } from './button.tsx';
import './problem-message.css';

interface ProblemMessageProps {
  readonly problem: Problem;
  /** Tries again what failed. */
  readonly retry?: () => void;
  readonly isRetrying?: boolean;
}

export function ProblemMessage({ problem, retry, isRetrying = false }: ProblemMessageProps) {
  const faults = problemMessages(problem);
  return (
    <div className="problem-text" role="alert">
      <TriangleAlert size={16} aria-hidden />
      <div>
        <p>{faults.length === 1 ? faults[0] : problemText(problem)}</p>
        {faults.length > 1 && (
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        {retry && (
          <Button isPending={isRetrying} onPress={retry}>
            {t('common.tryAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The faults of a problem for a toast or a dialog: one sentence per fault, about its field. */
export const problemMessages = ({ faults }: Problem): string[] => faults.map(({ path, ...fault }) => toSentence(path, t(fault)));

/** What happened, in the language of the window. */
export const problemText = ({ text }: Problem): string => t(text);

/** `title.it`, `is not a language of the project` → `“Title” (it) is not a language of the project.` */
function toSentence(path: string, fault: string): string {
  if (path === '' || /^\p{Lu}/u.test(fault)) return /[.!?。]$/.test(fault) ? fault : t('fault.alone', { fault });
  // The path within a batch command means nothing to the user.
  const [field = '', ...rest] = path.replace(/^command\.((fields|locale)\.)?/, '').split('.');
  const part = rest.join(', ');
  return part === ''
    ? t('fault.ofField', { field: fieldLabel(field), fault })
    : t('fault.ofPart', { field: fieldLabel(field), part, fault });
}
