/** A new API key. Its value is in this dialog and nowhere else, and gone when it closes. */
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { KeyPermission, Member } from '../../shared/people.ts';
import { ask } from '../bridge.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { commonWords } from '../words/en/common.ts';
import { settingsWords } from '../words/en/settings.ts';
import { keyRights, Rights } from './rights.tsx';

export function NewKey({ members, close }: { members: readonly Member[]; close: () => void }) {
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<KeyPermission[]>(['project:read']);
  const [member, setMember] = useState(members[0]?.id);
  const [value, setValue] = useState<string | null>(null);
  if (value !== null) return <ShowOnce name={name.trim()} value={value} close={close} />;
  const create = async () => {
    const { key } = await ask('key.create', { name: name.trim(), permissions, member });
    setValue(key);
  };
  return (
    <FormDialog
      title={settingsWords.newApiKey}
      does={commonWords.create}
      isReady={name.trim() !== '' && permissions.length > 0}
      run={create}
      staysOpen
      onClose={close}
    >
      <TextField
        label={commonWords.name}
        value={name}
        onChange={setName}
        maxLength={255}
        placeholder={settingsWords.buildServer}
        description={settingsWords.whatUsesItSo}
        autoFocus
      />
      <Rights legend={settingsWords.permissionsAtLeastOne} rights={keyRights} value={permissions} onChange={setPermissions} />
      {members.length > 1 && (
        <Select
          label={settingsWords.member}
          options={members.map(({ id, name: label, external }) => ({ id: String(id), label, ...(external ? { says: 'external' } : {}) }))}
          value={String(member)}
          onChange={(id) => setMember(Number(id))}
        />
      )}
    </FormDialog>
  );
}

/** Escape and a click beside it do not close this one: what is lost here cannot be shown again. */
function ShowOnce({ name, value, close }: { name: string; value: string; close: () => void }) {
  return (
    <Dialog
      title={settingsWords.theKey(name)}
      onClose={() => undefined}
      isAlert
      width={560}
      buttons={<Button onPress={close}>{settingsWords.iHaveKeptIt}</Button>}
    >
      <div className="dialog-stack">
        <CopyField label={settingsWords.key} value={value} autoFocus />
        <p className="key-warning">
          <TriangleAlert size={16} aria-hidden />
          {settingsWords.thisIsShownOnly}
        </p>
      </div>
    </Dialog>
  );
}
