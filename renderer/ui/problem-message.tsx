/** A problem as sentences: what happened, and each of its faults. */
import { TriangleAlert } from 'lucide-react';
import type { Problem } from '../../shared/problem.ts';
import { problemMessages, problemText } from './problem-messages.ts';
import './problem-message.css';

export function ProblemMessage({ problem }: { problem: Problem }) {
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
      </div>
    </div>
  );
}
