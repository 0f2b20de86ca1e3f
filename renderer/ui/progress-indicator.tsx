/** A progress bar with a label, and a percentage if it is known. */
import { Label, ProgressBar } from 'react-aria-components';
import './progress-indicator.css';

/** `fraction` is 0 to 1; null if it is unknown. */
export function ProgressIndicator({ label, fraction }: { label: string; fraction: number | null }) {
  return (
    <ProgressBar className="progress" value={(fraction ?? 0) * 100} isIndeterminate={fraction === null}>
      {({ percentage, valueText }) => (
        <>
          <div className="progress-text">
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
