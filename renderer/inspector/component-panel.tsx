/** A component, or a folder of them: its names, its cover, what is known about it, and where it is used. */
import { Folder, Users } from 'lucide-react';
import { useMemo } from 'react';
import { UseList } from '../assets/use-list.tsx';
import { AttributeList } from '../attributes/attribute-list.tsx';
import { ComponentCover } from '../components/component-cover.tsx';
import { ComponentNames } from '../components/component-names.tsx';
import { componentUses } from '../components/component-uses.ts';
import { showMoveComponents } from '../components/move-components.tsx';
import { Panel, Part } from '../fields/panel.tsx';
import { Shows } from '../fields/shows.tsx';
import { TextField } from '../fields/text-field.tsx';
import { usersOf } from '../scripts/script-use-words.ts';
import { useScriptUses } from '../scripts/use-script-uses.ts';
import { openProject, useList, useProject, useRecord } from '../state/open-project.ts';
import { nameOf } from '../state/use-words.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { TranslationStatus } from './translation-status.tsx';
import { InFolder } from './within.tsx';

export function ComponentPanel({ id }: { id: string }) {
  const component = useRecord('component', id);
  const { length } = useList(id, 'components');
  const folder = useProject((project) => {
    const parent = project.find('component', project.find('component', id)?.parentId ?? '');
    return parent?.parentId == null ? '' : nameOf(project, parent.id);
  });
  if (!component) return null;
  if (component.type === 'folder')
    return (
      <Panel title={inspectorWords.componentFolder} shows="component.type" Icon={Folder}>
        <ComponentNames component={component} />
        <p className="hint">{length === 0 ? inspectorWords.thereIsNothingIn : inspectorWords.andFoldersInIt(length)}</p>
      </Panel>
    );
  return (
    <Panel title={inspectorWords.component} shows="component.type" Icon={Users}>
      <ComponentNames component={component} />
      <TranslationStatus record={component} />
      <Shows field="component.customId">
        <TextField
          label={inspectorWords.scriptId}
          name={`${id} customId`}
          value={component.customId ?? ''}
          readOnly
          code
          hint={inspectorWords.whatScriptsCallIt}
          save={async () => undefined}
        />
      </Shows>
      <ComponentCover component={component} />
      <AttributeList ownerId={id} />
      <InFolder field="component.parentId" where={folder} move={() => showMoveComponents([id])} />
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
    <Part title={uses.length === 0 ? inspectorWords.whereItIsUsed : inspectorWords.whereItIsUsedBy(uses.length)}>
      {uses.length === 0 ? <p className="hint">{inspectorWords.nothingInTheStory}</p> : <UseList uses={uses} />}
    </Part>
  );
}
