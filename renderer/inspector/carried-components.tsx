/** The components that an element carries, in their order: searched for, dropped from the tree, put in order, taken off. */
import { perform } from '../board/act.ts';
import { asOne } from '../board/edits.ts';
import { attachments, COMPONENT_TYPE } from '../components/component-drop.ts';
import { ComponentPicture } from '../components/component-picture.tsx';
import { componentOptions } from '../components/component-search.ts';
import { revealComponent } from '../components/pane-state.ts';
import { OrderedRows } from '../fields/ordered-rows.tsx';
import { Part } from '../fields/panel.tsx';
import { SearchField } from '../fields/search-field.tsx';
import { Shows } from '../fields/shows.tsx';
import { openProject, useList, useProject } from '../state/open-project.ts';
import { useSelection } from '../state/selection.ts';
import { nameOf } from '../state/use-words.ts';
import { inspectorWords } from '../words/en/inspector.ts';

export function CarriedComponents({ elementId }: { elementId: string }) {
  const ids = useList(elementId, 'components');
  const rows = useCarried(ids);
  const hasAny = useProject((project) => project.count('component') > 1);
  if (ids.length === 0 && !hasAny) return null;
  const attach = (components: readonly string[], at?: number) =>
    void perform(asOne(attachments(openProject.getState().project, elementId, components, at)));
  const componentOf = (id: string) => openProject.getState().project.find('componentAttachment', id)?.componentId;
  return (
    <Part title={inspectorWords.components}>
      <Shows field={['componentAttachment.componentId', 'componentAttachment.elementId']}>
        <OrderedRows
          label={inspectorWords.componentsItCarries}
          rows={rows}
          move={(id, at) => void perform({ do: 'move', kind: 'componentAttachment', id, at })}
          remove={(id) => void perform({ do: 'remove', kind: 'componentAttachment', id })}
          go={(id) => {
            const component = componentOf(id);
            if (component !== undefined) revealComponent(component);
          }}
          takes={{ type: COMPONENT_TYPE, add: attach }}
          empty={inspectorWords.dropComponentsHereOr}
        />
      </Shows>
      <SearchField
        label={inspectorWords.component}
        value={null}
        placeholder={ids.length === 0 ? inspectorWords.whoOrWhatIs : inspectorWords.anotherComponent}
        options={(project) => componentOptions(project, new Set(ids.map((id) => componentOf(id) ?? '')))}
        nameOf={nameOf}
        choose={(id) => id !== null && attach([id])}
        adds
      />
    </Part>
  );
}

/** The same rows as long as nothing in them has changed is left to React: the lists are short. */
function useCarried(ids: readonly string[]) {
  const locale = useSelection((state) => state.locale);
  const names = useProject((project) =>
    ids.map((id) => nameOf(project, project.find('componentAttachment', id)?.componentId ?? '', locale)),
  );
  const covers = useProject((project) =>
    ids.map((id) => project.find('component', project.find('componentAttachment', id)?.componentId ?? '')?.cover ?? null),
  );
  return ids.map((id, at) => {
    const name = names[at] || inspectorWords.unnamed;
    return { id, name, picture: <ComponentPicture cover={covers[at] ?? null} name={name} /> };
  });
}
