/**
 * The player of an exported page: reads the story from the page and plays it. Works from a file as well as from a server, and loads
 * nothing.
 */
import { Project } from '../../../../shared/model/project.ts';
import { type PageData, pageDataElementId } from '../page-data.ts';
import { PageSession } from './page-session.ts';
import { PageSounds } from './page-sounds.ts';
import { openPageStorage } from './page-storage.ts';
import { showPage } from './page-view.ts';

// The exporter has written the data in this form.
const data = JSON.parse(document.getElementById(pageDataElementId)?.textContent ?? '') as PageData;
const storage = openPageStorage(data.storageKey);
const project = new Project(data.records);
const session = new PageSession(project, storage, navigator.languages);
showPage({ data, session, sounds: new PageSounds(project, data.files, storage.read('muted') === 'true'), storage });
