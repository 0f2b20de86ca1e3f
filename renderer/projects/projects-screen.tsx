/** The first screen: the projects, the last changed first, and the ways to a new one. */
import { Download, Keyboard, Plus, Settings } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { ActionButton, ActionIcon } from '../actions/action-button.tsx';
import { BrowseButton } from '../mirror/browse-button.tsx';
import { MirrorsChip } from '../mirror/mirrors-chip.tsx';
import { RemoteNotices } from '../mirror/remote-notices.tsx';
import { projects, readProjects } from '../state/projects.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { SchemeMenu } from '../ui/scheme-menu.tsx';
import { projectsWords } from '../words/en/projects.ts';
import { FirstSteps } from './first-steps.tsx';
import { ProjectList } from './project-list.tsx';
import './projects.css';

export function ProjectsScreen() {
  const { list, problem } = useStore(projects);
  useEffect(() => {
    document.title = 'Taleport';
    void readProjects();
  }, []);
  return (
    <div className="projects-screen">
      <header className="projects-bar">
        <Mark />
        <span className="projects-app">{'Taleport'}</span>
        <span className="projects-space" />
        <MirrorsChip />
        <ActionIcon name="settings" icon={Settings} />
        <ActionIcon name="keys" icon={Keyboard} />
        <SchemeMenu />
      </header>
      <main className="projects-sheet">
        <div className="projects-head">
          <h1>{projectsWords.projects}</h1>
          <BrowseButton />
          <ActionButton name="importProject" icon={Download} />
          <ActionButton name="newProject" icon={Plus} look="primary" />
        </div>
        <RemoteNotices />
        {problem && (
          <div className="projects-problem">
            <ProblemText problem={problem} />
            <Button onPress={() => void readProjects()}>{projectsWords.tryAgain}</Button>
          </div>
        )}
        {list && (list.length === 0 ? <FirstSteps /> : <ProjectList list={list} />)}
        {list && list.length > 0 && <p className="projects-hint">{projectsWords.aProjectFileDropped}</p>}
      </main>
    </div>
  );
}
