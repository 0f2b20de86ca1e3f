/** Stops mirroring: the local copy stays or goes; what would be lost is said, and has to be agreed to. */
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { ask } from '../bridge.ts';
import { mirrorOf, useMirror, withoutMirror } from '../state/mirrors.ts';
import { openProject } from '../state/open-project.ts';
import { goToProjects } from '../state/place.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Select } from '../ui/select.tsx';
import { choosingWords } from '../words/en/mirror.ts';
import './remotes.css';

export function showStopMirror(hash: string): void {
  const status = mirrorOf(hash);
  if (status) showDialog((close) => <StopMirror hash={hash} name={status.name} remote={status.remote} close={close} />);
}

const ways = [
  { id: 'keep', label: choosingWords.stopKeep, says: choosingWords.stopKeepSays },
  { id: 'delete', label: choosingWords.stopDelete, says: choosingWords.stopDeleteSays },
] as const;

function StopMirror({ hash, name, remote, close }: { hash: string; name: string; remote: string; close: () => void }) {
  const status = useMirror(hash);
  const [way, setWay] = useState<'keep' | 'delete'>('keep');
  const [isAgreed, setAgreed] = useState(false);
  const losses = lossesOf(status?.waiting ?? 0, status?.questions ?? 0, way);
  const stop = async () => {
    await ask('mirror.stop', { hash, keep: way === 'keep', ...(losses.length > 0 ? { discard: true } : {}) });
    withoutMirror(hash);
    if (way === 'delete' && openProject.getState().hash === hash) goToProjects();
  };
  return (
    <FormDialog
      title={choosingWords.stopTitle(name)}
      does={way === 'keep' ? choosingWords.stopDoes : choosingWords.stopDeletes}
      isDanger
      isReady={losses.length === 0 || isAgreed}
      run={stop}
      onClose={close}
      width={500}
    >
      <p>{choosingWords.stopSays(remote)}</p>
      <Select label={name} isLabelHidden options={ways} value={way} onChange={setWay} />
      {losses.length > 0 && (
        <div className="stop-losses">
          {losses.map((loss) => (
            <p key={loss}>
              <TriangleAlert size={15} aria-hidden /> {loss}
            </p>
          ))}
          <Checkbox isSelected={isAgreed} onChange={setAgreed}>
            {choosingWords.stopAnyway}
          </Checkbox>
        </div>
      )}
    </FormDialog>
  );
}

function lossesOf(waiting: number, questions: number, way: 'keep' | 'delete'): string[] {
  return [
    ...(waiting > 0 ? [way === 'keep' ? choosingWords.stopLosesThere(waiting) : choosingWords.stopLosesHere(waiting)] : []),
    ...(questions > 0 ? [choosingWords.stopQuestions(questions)] : []),
  ];
}
