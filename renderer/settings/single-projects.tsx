/** What a member may do with single projects: one row each, and a list to add another from. */
import { X } from 'lucide-react';
import { useRef } from 'react';
import { useStore } from 'zustand';
import type { Member } from '../../shared/people.ts';
import { projects } from '../state/projects.ts';
import { IconButton } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { settingsWords } from '../words/en/settings.ts';
import { projectRights, Rights } from './rights.tsx';

type Only = Member['only'];

export function SingleProjects({ legend, value, onChange }: { legend: string; value: Only; onChange: (value: Only) => void }) {
  const list = useStore(projects, (state) => state.list) ?? [];
  const nameOf = (hash: string) => list.find((project) => project.hash === hash)?.name ?? hash;
  const others = list.filter(({ hash }) => !Object.hasOwn(value, hash));
  const place = useRef<HTMLFieldSetElement>(null);
  const takeOut = (hash: string) => {
    const { [hash]: _gone, ...rest } = value;
    onChange(rest);
    // The button goes with its row and would take the focus along.
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('button')?.focus());
  };
  return (
    <fieldset ref={place} className="single-projects">
      <legend className="field-label">{legend}</legend>
      {Object.entries(value).map(([hash, rights]) => (
        <div key={hash} className="single-project">
          <span className="single-name" title={hash}>
            {nameOf(hash)}
          </span>
          <Rights
            legend={nameOf(hash)}
            isLegendHidden
            rights={projectRights}
            value={rights}
            onChange={(now) => onChange({ ...value, [hash]: now })}
          />
          <IconButton icon={X} label={settingsWords.takeOut(nameOf(hash))} onPress={() => takeOut(hash)} />
        </div>
      ))}
      {others.length > 0 && (
        <Select
          key={Object.keys(value).length}
          label={settingsWords.addAProject}
          isLabelHidden
          placeholder={settingsWords.addAProjectEntry}
          options={others.map(({ hash, name }) => ({ id: hash, label: name }))}
          value={null}
          onChange={(hash) => onChange({ ...value, [hash]: ['view'] })}
        />
      )}
    </fieldset>
  );
}
