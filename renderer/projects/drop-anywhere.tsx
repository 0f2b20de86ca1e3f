/**
 * What is dropped on the window where nothing nearer takes it: on the list of projects a project file is imported, in an open
 * project files go to its assets. A project file is imported there, too.
 */
import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { addDropped } from '../assets/adding.ts';
import { readDrop } from '../assets/walk-files.ts';
import { pathOf } from '../bridge.ts';
import { showSide } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';
import { tell } from '../ui/toasts.ts';
import { projectsWords } from '../words/en/projects.ts';
import { importFile } from './import-project.tsx';

export function DropAnywhere() {
  const isOver = useFileDrag();
  const isOpen = useStore(openProject, ({ hash }) => hash !== null);
  if (!isOver) return null;
  if (isOpen) return <div className="drop-hint">{projectsWords.letGoToAdd}</div>;
  return (
    <div className="drop-sheet">
      <FileDown size={34} aria-hidden />
      {projectsWords.dropItToImport}
    </div>
  );
}

/** Whether files are being dragged over the window; takes them when they are let go. */
function useFileDrag(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => hasFiles(event) && setOver(true);
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const away = () => setOver(false);
    // Whoever is nearer may keep the event for itself; that something is dragged is heard before.
    const early = { capture: true };
    window.addEventListener('dragover', over, early);
    window.addEventListener('dragleave', leave, early);
    window.addEventListener('drop', away, early);
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', take);
    return () => {
      window.removeEventListener('dragover', over, early);
      window.removeEventListener('dragleave', leave, early);
      window.removeEventListener('drop', away, early);
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', take);
    };
  }, []);
  return isOver;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

const allow = (event: DragEvent): void => {
  if (hasFiles(event)) event.preventDefault();
};

function take(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event)) return;
  event.preventDefault();
  const files = [...event.dataTransfer.files];
  const [first] = files;
  if (!first) return;
  const isOpen = openProject.getState().hash !== null;
  if (!isOpen || (files.length === 1 && /\.(?:json|zip)$/i.test(first.name))) void importFile(first, pathOf(first));
  else {
    void addDropped(readDrop(event.dataTransfer));
    tell({ tone: 'plain', title: projectsWords.itGoesToThe, action: { label: projectsWords.showThem, run: () => showSide('assets') } });
  }
}
