/** Makes a workspace's copy of a project that is here, and mirrors it from then on. */
import { useState } from 'react';
import { ask } from '../bridge.ts';
import { mirrors, putMirrors, useMirrors } from '../state/mirrors.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Select } from '../ui/select.tsx';
import { choosingWords } from '../words/en/mirror.ts';
import { mayWrite } from './remote-words.ts';
import { showConnect } from './show-mirror.ts';

export function showUpload(hash: string, name: string): void {
  if (mirrors.getState().remotes.length === 0) void showConnect();
  else showDialog((close) => <UploadProject hash={hash} name={name} close={close} />);
}

function UploadProject({ hash, name, close }: { hash: string; name: string; close: () => void }) {
  const remotes = useMirrors((state) => state.remotes);
  const [chosen, setChosen] = useState(remotes.find(mayWrite)?.name ?? null);
  const remote = remotes.find((each) => each.name === chosen);
  const upload = async () => {
    if (remote) putMirrors([await ask('mirror.upload', { remote: remote.name, hash })]);
  };
  return (
    <FormDialog
      title={choosingWords.uploadTitle(name)}
      does={choosingWords.uploadDoes}
      isReady={remote !== undefined && mayWrite(remote)}
      run={upload}
      onClose={close}
      width={500}
    >
      <p>{choosingWords.uploadSays}</p>
      <Select
        label={choosingWords.remote}
        options={remotes.map((each) => ({ id: each.name, label: each.name, says: each.url }))}
        value={chosen}
        onChange={setChosen}
      />
      {remote && !mayWrite(remote) && <p role="alert">{choosingWords.uploadNoRight}</p>}
      <p className="field-description">{choosingWords.uploadLanguages}</p>
    </FormDialog>
  );
}
