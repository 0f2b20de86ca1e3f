/** Connects a remote workspace, or changes its address or key. The connection is tested on save; errors are shown at their fields. */

import { useEffect, useState } from 'react';
import type { KeySource, KeyStorage, Remote } from '../../../shared/contracts/sync.ts';
import type { Problem } from '../../../shared/problem.ts';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { loadRemotes } from '../../state/sync-store.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { problemMessages } from '../../ui/problem-message.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { needsKey } from './remote-notices.tsx';

export interface ConnectRemoteOptions {
  /** Shown instead of the general hint. */
  readonly hint?: string;
  /** Called instead of opening the list of the workspace's projects. */
  readonly onConnected?: (remote: Remote) => void;
}

/** After connecting, the list of the workspace's projects opens, unless there is another task to continue with. */
export const showConnectRemoteDialog = ({
  hint = t('remote.hint'),
  onConnected = (remote) => openDialog('remoteProjects', remote.name),
}: ConnectRemoteOptions = {}): void =>
  showDialog((close) => <RemoteDialog before={null} hint={hint} close={close} onSaved={onConnected} />, { outlivesProject: true });
export const showEditRemoteDialog = (before: Remote): void =>
  showDialog((close) => <RemoteDialog before={before} close={close} onSaved={() => undefined} />, { outlivesProject: true });

type RemoteField = 'name' | 'url' | 'key' | 'variable';
const remoteFields: readonly RemoteField[] = ['name', 'url', 'variable', 'key'];
type RemoteTexts = Readonly<Record<RemoteField, string>>;
type RemoteErrors = Readonly<Partial<Record<RemoteField, string>>>;
type KeySourceType = 'key' | 'variable';

interface RemoteDialogProps {
  readonly before: Remote | null;
  readonly hint?: string;
  readonly close: () => void;
  readonly onSaved: (remote: Remote) => void;
}

function RemoteDialog({ before, hint, close, onSaved }: RemoteDialogProps) {
  const [texts, setTexts] = useState<RemoteTexts>({
    name: before?.name ?? '',
    url: before?.url ?? '',
    key: '',
    variable: before?.variable ?? '',
  });
  const [keySource, setKeySource] = useState<KeySourceType>(before?.keyIn === 'environment' ? 'variable' : 'key');
  const [errors, setErrors] = useRemoteErrors();
  const { value: storage } = useLoaded(() => invoke('remote.keyStorage', {}), []);
  const source = toKeySource(keySource, texts);
  const canKeepKey = before !== null && (keySource === 'key') === (before.keyIn !== 'environment') && !needsKey(before);
  const name = texts.name.trim();
  const url = texts.url.trim();
  const save = async () => {
    setErrors({});
    const remote = await (before
      ? invoke('remote.change', { name: before.name, url, ...(source ? { key: source } : {}) })
      : invoke('remote.add', { name, url, key: source ?? { key: texts.key } }));
    await loadRemotes();
    onSaved(remote);
  };
  /** Returns whether all errors are shown at their fields, so that the dialog need not repeat them. */
  const showFieldErrors = (problem: Problem): boolean => {
    const fieldErrors = errorsByField(problem);
    setErrors(fieldErrors);
    return Object.keys(fieldErrors).length > 0;
  };
  const edit = (field: RemoteField) => (text: string) => {
    setErrors(({ [field]: _edited, ...rest }) => rest);
    setTexts((typed) => ({ ...typed, [field]: text }));
  };
  return (
    <FormDialog
      title={before ? t('remote.change', { name: before.name }) : t('remote.connect')}
      submitLabel={t('remote.connectConfirm')}
      isReady={name !== '' && url !== '' && (source !== null || canKeepKey)}
      run={save}
      onProblem={showFieldErrors}
      onClose={close}
      width={520}
    >
      {hint !== undefined && <p>{hint}</p>}
      {!before && (
        <TextField
          label={t('remote.name')}
          value={texts.name}
          onChange={edit('name')}
          placeholder={t('remote.namePlaceholder')}
          maxLength={64}
          error={errors.name}
          autoFocus
        />
      )}
      <TextField
        label={t('remote.address')}
        value={texts.url}
        onChange={edit('url')}
        placeholder="https://…"
        description={t('remote.addressHint')}
        error={errors.url}
        inputMode="url"
        isCode
      />
      <Select label={t('remote.keyFrom')} options={keySourceOptions(storage)} value={keySource} onChange={setKeySource} />
      {keySource === 'key' ? (
        <KeyField value={texts.key} onChange={edit('key')} error={errors.key} replacesKey={canKeepKey} autoFocus={before !== null} />
      ) : (
        <TextField
          label={t('remote.variable')}
          value={texts.variable}
          onChange={edit('variable')}
          placeholder={t('remote.variablePlaceholder')}
          description={t('remote.keyByVariableHint')}
          error={errors.variable ?? errors.key}
          isCode
        />
      )}
    </FormDialog>
  );
}

/** `storage`: null while it is not known. */
const keySourceOptions = (storage: KeyStorage | null) =>
  [
    { id: 'key', label: t('remote.keyTyped'), ...(storage !== null && { description: t(`remote.keyTypedHints.${storage}`) }) },
    { id: 'variable', label: t('remote.keyByVariable'), description: t('remote.keyByVariableHint') },
  ] as const;

interface KeyFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | undefined;
  /** The remote has a key, which is kept while the field is empty. */
  readonly replacesKey: boolean;
  readonly autoFocus: boolean;
}

function KeyField({ replacesKey, ...field }: KeyFieldProps) {
  return (
    <TextField
      {...field}
      label={replacesKey ? t('remote.replaceKey') : t('remote.key')}
      description={replacesKey ? t('remote.replaceKeyHint') : t('remote.keyHint')}
      type="password"
      autoComplete="off"
      isCode
    />
  );
}

/** Focusing the first invalid field makes screen readers announce its error. */
function useRemoteErrors() {
  const state = useState<RemoteErrors>({});
  const [errors] = state;
  useEffect(() => {
    if (Object.keys(errors).length > 0) document.querySelector<HTMLElement>('.dialog-form .input[data-invalid]')?.focus();
  }, [errors]);
  return state;
}

/** Returns null while the key or the name of the variable is empty. */
function toKeySource(type: KeySourceType, texts: RemoteTexts): KeySource | null {
  const { key } = texts;
  const variable = texts.variable.trim();
  if (type === 'key') return key === '' ? null : { key };
  return variable === '' ? null : { variable };
}

/**
 * Error messages by field: `key.variable` belongs to the variable, any other `key` path to the key. Returns nothing if any error has no
 * field, so that the dialog shows them all together.
 */
function errorsByField(problem: Problem): RemoteErrors {
  const { errors } = problem.json;
  if (Array.isArray(errors)) return {};
  const fieldErrors: Partial<Record<RemoteField, string>> = {};
  const messages = problemMessages(problem);
  for (const [at, path] of Object.keys(errors).entries()) {
    const field = remoteFields.find((each) => path.split('.').includes(each));
    if (!field) return {};
    fieldErrors[field] = messages[at] ?? '';
  }
  return fieldErrors;
}
