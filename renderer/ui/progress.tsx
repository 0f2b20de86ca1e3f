/** How far something is: a bar with its name, in percent where that is known. */
import { Label, ProgressBar } from 'react-aria-components';
import './progress.css';

/** `part` is 0 to 1, null where nobody knows. */
export function Progress({ label, part }: { label: string; part: number | null }) {
  return (
    <ProgressBar className="progress" value={(part ?? 0) * 100} isIndeterminate={part === null}>
      {({ percentage, valueText }) => (
        <>
          <div className="progress-words">
            <Label>{label}</Label>
            <span>{part === null ? '' : valueText}</span>
          </div>
          <div className="progress-track">
            <div
              className={part === null ? 'progress-fill moving' : 'progress-fill'}
              style={part === null ? {} : { width: `${percentage ?? 0}%` }}
            />
          </div>
        </>
      )}
    </ProgressBar>
  );
}
