/** A component, or a folder of them: its names, its cover, what is known about it, and where it is used. */
import { Folder, Users } from 'lucide-react';
import { useMemo } from 'react';
import { UseList } from '../assets/use-list.tsx';
import { AttributeList } from '../attributes/attribute-list.tsx';
import { ComponentCover } from '../components/component-cover.tsx';
import { ComponentNames } from '../components/component-names.tsx';
import { componentUses } from '../components/component-uses.ts';
import { usersOf } from '../scripts/script-use-words.ts';
import { useScriptUses } from '../scripts/use-script-uses.ts';
import { openProject, useList, useProject, useRecord } from '../state/open-project.ts';
import { many } from '../ui/many.ts';
import { Panel, Part } from './panel.tsx';
import { TextField } from './text-field.tsx';

export function ComponentPanel({ id }: { id: string }) {
  const component = useRecord('component', id);
  const { length } = useList(id, 'components');
  if (!component) return null;
  if (component.type === 'folder')
    return (
      <Panel title="Component folder" Icon={Folder}>
        <ComponentNames component={component} />
        <p className="hint">{length === 0 ? 'There is nothing in it.' : `${many(length, 'component')} and folders in it.`}</p>
      </Panel>
    );
  return (
    <Panel title="Component" Icon={Users}>
      <ComponentNames component={component} />
      <TextField
        label="Script ID"
        name={`${id} customId`}
        value={component.customId ?? ''}
        readOnly
        code
        hint="What scripts call it. It was made from the first name and stays."
        save={async () => undefined}
      />
      <ComponentCover component={component} />
      <AttributeList ownerId={id} />
      <Uses id={id} customId={component.customId} />
    </Panel>
  );
}

function Uses({ id, customId }: { id: string; customId: string | null }) {
  const scripts = useScriptUses();
  const holders = useProject((project) => project.holdersOf(id));
  const size = useProject((project) => project.holdersOf(id).size);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the set is one object; its size says that someone came or went
  const uses = useMemo(() => {
    const { project } = openProject.getState();
    const own = componentUses(project, [id]);
    return scripts && customId !== null ? [...own, ...usersOf(project, scripts, `${customId}.`)] : own;
  }, [id, customId, scripts, holders, size]);
  return (
    <Part title={uses.length === 0 ? 'Where it is used' : `Where it is used (${uses.length})`}>
      {uses.length === 0 ? <p className="hint">Nothing in the story uses it yet.</p> : <UseList uses={uses} />}
    </Part>
  );
}
