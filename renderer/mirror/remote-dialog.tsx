/** Connects a workspace, or changes its address or key: tried at once, what is wrong is said at its field. */
import { useEffect, useState } from 'react';
import type { KeySource, Remote } from '../../shared/mirror.ts';
import type { Problem } from '../../shared/problem.ts';
import { ask } from '../bridge.ts';
import { readRemotes } from '../state/mirrors.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { faultsOf } from '../ui/faults.ts';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { remoteWords } from '../words/en/mirror.ts';
import { needsKey } from './key-button.tsx';
import { showBrowse } from './show-mirror.ts';

/** Connected, one chooses what to mirror. */
export const showConnect = (): void =>
  showDialog((close) => <RemoteDialog before={null} close={close} then={(remote) => void showBrowse(remote.name)} />);
export const showChangeRemote = (before: Remote): void =>
  showDialog((close) => <RemoteDialog before={before} close={close} then={() => undefined} />);

type Place = 'name' | 'url' | 'key' | 'variable';
const places: readonly Place[] = ['name', 'url', 'variable', 'key'];
const ways = [
  { id: 'key', label: remoteWords.keyTyped, says: remoteWords.keyTypedSays },
  { id: 'variable', label: remoteWords.keyByVariable, says: remoteWords.keyByVariableSays },
] as const;

function RemoteDialog({ before, close, then }: { before: Remote | null; close: () => void; then: (remote: Remote) => void }) {
  const [name, setName] = useState(before?.name ?? '');
  const [url, setUrl] = useState(before?.url ?? '');
  const [way, setWay] = useState<'key' | 'variable'>(before?.keyIn === 'environment' ? 'variable' : 'key');
  const [key, setKey] = useState('');
  const [variable, setVariable] = useState(before?.variable ?? '');
  const [faults, setFaults] = useState<Readonly<Partial<Record<Place, string>>>>({});
  const source: KeySource | null =
    way === 'key' ? (key === '' ? null : { key }) : variable.trim() === '' ? null : { variable: variable.trim() };
  const mayKeep = before !== null && (way === 'key') === (before.keyIn !== 'environment') && !needsKey(before);
  const save = async () => {
    setFaults({});
    const remote = await (before
      ? ask('remote.change', { name: before.name, url: url.trim(), ...(source ? { key: source } : {}) })
      : ask('remote.add', { name: name.trim(), url: url.trim(), key: source ?? { key } }));
    await readRemotes();
    then(remote);
  };
  // The first field with a fault takes the keyboard, and with it is read aloud what is wrong.
  useEffect(() => {
    if (Object.keys(faults).length > 0) document.querySelector<HTMLElement>('.dialog-form .input[data-invalid]')?.focus();
  }, [faults]);
  /** Told at their fields, the faults need not be told below. */
  const takeFaults = (problem: Problem): boolean => {
    const found = placed(problem);
    setFaults(found);
    return Object.keys(found).length > 0;
  };
  const edit = (place: Place, set: (text: string) => void) => (text: string) => {
    setFaults(({ [place]: _mended, ...rest }) => rest);
    set(text);
  };
  return (
    <FormDialog
      title={before ? remoteWords.change(before.name) : remoteWords.connect}
      does={remoteWords.connectDoes}
      isReady={name.trim() !== '' && url.trim() !== '' && (source !== null || mayKeep)}
      run={save}
      takesProblem={takeFaults}
      onClose={close}
      width={520}
    >
      {!before && <p>{remoteWords.says}</p>}
      {!before && (
        <TextField
          label={remoteWords.name}
          value={name}
          onChange={edit('name', setName)}
          placeholder={remoteWords.namePlaceholder}
          maxLength={64}
          error={faults.name}
          autoFocus
        />
      )}
      <TextField
        label={remoteWords.address}
        value={url}
        onChange={edit('url', setUrl)}
        placeholder="https://…"
        description={remoteWords.addressSays}
        error={faults.url}
        inputMode="url"
        isCode
      />
      <Select label={remoteWords.keyFrom} options={ways} value={way} onChange={setWay} />
      {way === 'key' ? (
        <TextField
          key="key"
          label={mayKeep ? remoteWords.keyOther : remoteWords.key}
          value={key}
          onChange={edit('key', setKey)}
          description={mayKeep ? remoteWords.keyOtherSays : remoteWords.keySays}
          error={faults.key}
          type="password"
          autoComplete="off"
          isCode
          autoFocus={before !== null}
        />
      ) : (
        <TextField
          key="variable"
          label={remoteWords.variable}
          value={variable}
          onChange={edit('variable', setVariable)}
          placeholder={remoteWords.variablePlaceholder}
          description={remoteWords.keyByVariableSays}
          error={faults.variable ?? faults.key}
          isCode
        />
      )}
    </FormDialog>
  );
}

/** `key.variable` is the fault of the variable, anything else of the key is the key's; all of them have a place, or none. */
function placed(problem: Problem): Partial<Record<Place, string>> {
  const { errors } = problem.json;
  if (Array.isArray(errors)) return {};
  const found: Partial<Record<Place, string>> = {};
  const sentences = faultsOf(problem);
  for (const [at, path] of Object.keys(errors).entries()) {
    const place = places.find((each) => path.split('.').includes(each));
    if (!place) return {};
    found[place] = sentences[at] ?? '';
  }
  return found;
}
