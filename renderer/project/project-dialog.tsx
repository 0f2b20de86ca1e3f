/** What is to be said of the project as a whole: its name, where it starts, its cover, its languages and stylesheet, how many words it has. */
import { Languages, Paintbrush, X } from 'lucide-react';
import { PROJECT } from '../../shared/kinds/project.ts';
import type { Project } from '../../shared/project.ts';
import { assetName, assetOptions } from '../assets/asset-search.ts';
import { makeStart } from '../board/act.ts';
import { change, saveChange } from '../fields/save.ts';
import { SearchField } from '../fields/search-field.tsx';
import { Shows } from '../fields/shows.tsx';
import { TextField } from '../fields/text-field.tsx';
import { useProject, useRecord } from '../state/open-project.ts';
import { nameOf } from '../state/use-words.ts';
import { showStylesheet } from '../stylesheet/show-stylesheet.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { projectWords } from '../words/en/project.ts';
import './project-dialog.css';
import { showLanguages } from './show-languages.tsx';
import { WordCounts } from './word-counts.tsx';

const words = projectWords.about;

export const showProject = (): void => showDialog((close) => <ProjectDialog close={close} />);

function ProjectDialog({ close }: { close: () => void }) {
  const project = useRecord('project', PROJECT);
  if (!project) return null;
  return (
    <Dialog title={words.title} onClose={close} width={620}>
      <div className="dialog-stack about-project">
        <Shows field="project.name">
          <TextField
            label={words.name}
            name="project name"
            value={project.name}
            save={(name) => saveChange('project', PROJECT, { name })}
          />
        </Shows>
        <Shows field="project.startingElement">
          <div className="field">
            <span className="field-label">{words.start}</span>
            <SearchField
              key={project.startingElement}
              label={words.start}
              value={project.startingElement}
              placeholder={words.noStart}
              options={elements}
              nameOf={nameOf}
              choose={(id) => id !== project.startingElement && void makeStart(id)}
            />
          </div>
        </Shows>
        <Cover />
        <div className="about-more">
          <Button icon={Languages} onPress={() => showLanguages()}>
            {words.languages}
          </Button>
          <Button icon={Paintbrush} onPress={() => void showStylesheet()}>
            {words.stylesheet}
          </Button>
        </div>
        <WordCounts />
      </div>
    </Dialog>
  );
}

/** Files of the hosted service name the cover by its file. */
function Cover() {
  const cover = useProject((project) => project.root.cover);
  const file = typeof cover?.file === 'string' ? cover.file : null;
  const asset = useProject((project) =>
    file === null ? null : ([...project.all('asset')].find((each) => each.file === file)?.id ?? null),
  );
  const choose = (id: string | null, project: Project) => {
    const chosen = project.find('asset', id ?? '')?.file;
    if (chosen) change('project', PROJECT, { cover: { file: chosen, type: 'cover-image' } });
  };
  const known = useProject((project) => project);
  return (
    <Shows field="project.cover">
      <div className="field">
        <span className="field-label">{words.cover}</span>
        <div className="about-cover">
          <SearchField
            key={`${asset} ${file}`}
            label={words.cover}
            value={asset}
            placeholder={file === null ? words.noCover : words.coverFile(file)}
            options={(project) => assetOptions(project, ['image'])}
            nameOf={assetName}
            choose={(id) => id !== asset && choose(id, known)}
          />
          {cover !== null && <IconButton icon={X} label={words.takeOff} onPress={() => change('project', PROJECT, { cover: null })} />}
        </div>
        <p className="field-description">{words.coverHint}</p>
      </div>
    </Shows>
  );
}

const elements = (project: Project) =>
  [...project.all('element')].map(({ id, boardId }) => ({ id, name: nameOf(project, id), where: nameOf(project, boardId) }));
