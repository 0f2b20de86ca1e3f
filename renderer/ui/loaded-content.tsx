/** What is shown once it has been loaded: until then its progress, if that takes noticeable time, and why it could not be loaded, with another attempt. */
import type { ReactNode } from 'react';
import type { Problem } from '../../shared/problem.ts';
import { t } from '../messages/translate.ts';
import { ProblemMessage } from './problem-message.tsx';
import { ProgressIndicator } from './progress-indicator.tsx';

interface LoadedContentProps<T> {
  /** What `useLoaded` returns (renderer/state). */
  readonly loaded: {
    readonly value: T | null;
    readonly problem: Problem | null;
    readonly isOutdated: boolean;
    readonly reload: () => void;
  };
  /** What is being done, if there is something better to say than that it is being loaded. */
  readonly label?: string;
  readonly children: (value: T) => ReactNode;
}

/** A value that could not be loaded again stays, below the problem. */
export function LoadedContent<T>({ loaded: { value, problem, isOutdated, reload }, label, children }: LoadedContentProps<T>) {
  return (
    <>
      {problem && <ProblemMessage problem={problem} retry={reload} isRetrying={isOutdated} />}
      {value === null && !problem && (
        <div className="progress-if-slow">
          <ProgressIndicator label={label ?? t('common.loading')} fraction={null} />
        </div>
      )}
      {value !== null && children(value)}
    </>
  );
}
