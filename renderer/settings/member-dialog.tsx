/** A new member, or another name and other rights for one. */
import { useState } from 'react';
import type { Member } from '../../shared/people.ts';
import { ask } from '../bridge.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { commonWords } from '../words/en/common.ts';
import { settingsWords } from '../words/en/settings.ts';
import { projectRights, Rights, workspaceRights } from './rights.tsx';
import { SingleProjects } from './single-projects.tsx';

type Fields = Omit<Member, 'id' | 'workspaceId'>;
const looksOn: Fields = { name: '', external: false, workspace: ['viewProjects'], projects: ['view'], only: {} };

export function MemberDialog({ before, close }: { before: Member | null; close: () => void }) {
  const [fields, setFields] = useState<Fields>(before ?? looksOn);
  const { name, external, workspace, projects, only } = fields;
  const set = (some: Partial<Fields>) => setFields((now) => ({ ...now, ...some }));
  const save = async () => {
    const wanted: Fields = { name: name.trim(), external, workspace: external ? [] : workspace, projects: external ? [] : projects, only };
    await (before ? ask('member.change', { id: before.id, fields: wanted }) : ask('member.add', wanted));
  };
  return (
    <FormDialog
      title={before ? settingsWords.changeTheMember : settingsWords.newMember}
      does={before ? commonWords.save : commonWords.add}
      isReady={name.trim() !== ''}
      run={save}
      onClose={close}
      width={520}
    >
      <TextField label={commonWords.name} value={name} onChange={(value) => set({ name: value })} maxLength={255} autoFocus selectsAll />
      <Checkbox isSelected={external} onChange={(isOut) => set({ external: isOut })}>
        {settingsWords.externalTakesPartIn}
      </Checkbox>
      {!external && (
        <>
          <Rights
            legend={settingsWords.inTheWorkspace}
            rights={workspaceRights}
            value={workspace}
            onChange={(value) => set({ workspace: value })}
          />
          <Rights
            legend={settingsWords.withEveryProject}
            rights={projectRights}
            value={projects}
            onChange={(value) => set({ projects: value })}
          />
        </>
      )}
      <SingleProjects
        legend={external ? settingsWords.projectsToTakePart : settingsWords.otherRightsOnSingle}
        value={only}
        onChange={(value) => set({ only: value })}
      />
    </FormDialog>
  );
}
