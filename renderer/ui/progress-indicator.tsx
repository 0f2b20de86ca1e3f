/** How far something is: a bar with its name, in percent where that is known. */
import { Label, ProgressBar } from 'react-aria-components';
import './progress-indicator.css';

/** `part` is 0 to 1, null where nobody knows. */
export function ProgressIndicator({ label, fraction }: { label: string; fraction: number | null }) {
  return (
    <ProgressBar className="progress" value={(fraction ?? 0) * 100} isIndeterminate={fraction === null}>
      {({ percentage, valueText }) => (
        <>
          <div className="progress-words">
            <Label>{label}</Label>
            <span>{fraction === null ? '' : valueText}</span>
          </div>
          <div className="progress-track">
            <div
              className={fraction === null ? 'progress-fill moving' : 'progress-fill'}
              style={fraction === null ? {} : { width: `${percentage ?? 0}%` }}
            />
          </div>
        </>
      )}
    </ProgressBar>
  );
}
