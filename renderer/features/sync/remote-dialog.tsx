/** Connects a workspace, or changes its address or key: tried at once, what is wrong is said at its field. */

import { useEffect, useState } from 'react';
import type { KeySource, Remote } from '../../../shared/contracts/sync.ts';
import type { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { loadRemotes } from '../../state/sync-store.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { problemMessages } from '../../ui/problem-messages.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { needsKey } from './remote-key-button.tsx';
import { showRemoteProjects } from './sync-dialogs.ts';

/** Connected, one chooses what to mirror. */
export const showConnectRemote = (): void =>
  showDialog((close) => <RemoteDialog before={null} close={close} onSaved={(remote) => void showRemoteProjects(remote.name)} />);
export const showEditRemote = (before: Remote): void =>
  showDialog((close) => <RemoteDialog before={before} close={close} onSaved={() => undefined} />);

type RemoteField = 'name' | 'url' | 'key' | 'variable';
const remoteFields: readonly RemoteField[] = ['name', 'url', 'variable', 'key'];
const keySourceOptions = () =>
  [
    { id: 'key', label: t('remote.keyTyped'), says: t('remote.keyTypedSays') },
    { id: 'variable', label: t('remote.keyByVariable'), says: t('remote.keyByVariableSays') },
  ] as const;

function RemoteDialog({ before, close, onSaved }: { before: Remote | null; close: () => void; onSaved: (remote: Remote) => void }) {
  const [name, setName] = useState(before?.name ?? '');
  const [url, setUrl] = useState(before?.url ?? '');
  const [way, setWay] = useState<'key' | 'variable'>(before?.keyIn === 'environment' ? 'variable' : 'key');
  const [key, setKey] = useState('');
  const [variable, setVariable] = useState(before?.variable ?? '');
  const [faults, setFaults] = useState<Readonly<Partial<Record<RemoteField, string>>>>({});
  const source: KeySource | null =
    way === 'key' ? (key === '' ? null : { key }) : variable.trim() === '' ? null : { variable: variable.trim() };
  const mayKeep = before !== null && (way === 'key') === (before.keyIn !== 'environment') && !needsKey(before);
  const save = async () => {
    setFaults({});
    const remote = await (before
      ? invoke('remote.change', { name: before.name, url: url.trim(), ...(source ? { key: source } : {}) })
      : invoke('remote.add', { name: name.trim(), url: url.trim(), key: source ?? { key } }));
    await loadRemotes();
    onSaved(remote);
  };
  // The first field with a fault takes the keyboard, and with it is read aloud what is wrong.
  useEffect(() => {
    if (Object.keys(faults).length > 0) document.querySelector<HTMLElement>('.dialog-form .input[data-invalid]')?.focus();
  }, [faults]);
  /** Told at their fields, the faults need not be told below. */
  const takeFaults = (problem: Problem): boolean => {
    const found = errorsByField(problem);
    setFaults(found);
    return Object.keys(found).length > 0;
  };
  const edit = (place: RemoteField, set: (text: string) => void) => (text: string) => {
    setFaults(({ [place]: _mended, ...rest }) => rest);
    set(text);
  };
  return (
    <FormDialog
      title={before ? t('remote.change', { name: before.name }) : t('remote.connect')}
      submitLabel={t('remote.connectDoes')}
      isReady={name.trim() !== '' && url.trim() !== '' && (source !== null || mayKeep)}
      run={save}
      onProblem={takeFaults}
      onClose={close}
      width={520}
    >
      {!before && <p>{t('remote.says')}</p>}
      {!before && (
        <TextField
          label={t('remote.name')}
          value={name}
          onChange={edit('name', setName)}
          placeholder={t('remote.namePlaceholder')}
          maxLength={64}
          error={faults.name}
          autoFocus
        />
      )}
      <TextField
        label={t('remote.address')}
        value={url}
        onChange={edit('url', setUrl)}
        placeholder="https://…"
        description={t('remote.addressSays')}
        error={faults.url}
        inputMode="url"
        isCode
      />
      <Select label={t('remote.keyFrom')} options={keySourceOptions()} value={way} onChange={setWay} />
      {way === 'key' ? (
        <TextField
          key="key"
          label={mayKeep ? t('remote.keyOther') : t('remote.key')}
          value={key}
          onChange={edit('key', setKey)}
          description={mayKeep ? t('remote.keyOtherSays') : t('remote.keySays')}
          error={faults.key}
          type="password"
          autoComplete="off"
          isCode
          autoFocus={before !== null}
        />
      ) : (
        <TextField
          key="variable"
          label={t('remote.variable')}
          value={variable}
          onChange={edit('variable', setVariable)}
          placeholder={t('remote.variablePlaceholder')}
          description={t('remote.keyByVariableSays')}
          error={faults.variable ?? faults.key}
          isCode
        />
      )}
    </FormDialog>
  );
}

/** `key.variable` is the fault of the variable, anything else of the key is the key's; all of them have a place, or none. */
function errorsByField(problem: Problem): Partial<Record<RemoteField, string>> {
  const { errors } = problem.json;
  if (Array.isArray(errors)) return {};
  const found: Partial<Record<RemoteField, string>> = {};
  const sentences = problemMessages(problem);
  for (const [at, path] of Object.keys(errors).entries()) {
    const place = remoteFields.find((each) => path.split('.').includes(each));
    if (!place) return {};
    found[place] = sentences[at] ?? '';
  }
  return found;
}
