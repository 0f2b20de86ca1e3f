/** Connections as the service shows them ([Connection]): a list has the label as a string, a single read as the localized map. */
import type { StoryRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { found, itemBoard } from './found.ts';
import { mainText, textMap } from './texts.ts';

export function boardConnections(project: Project, boardId: string) {
  const main = project.mainLocale;
  return project
    .children('connection', itemBoard(project, boardId).id, 'connections')
    .map((connection) => formOf(connection, mainText(connection.label, main)));
}

export function storedConnection(project: Project, connectionId: string) {
  const connection = found(project, 'connection', connectionId);
  return formOf(connection, textMap(connection.label, project));
}

function formOf<Label>(connection: StoryRecord<'connection'>, label: Label) {
  const { id, boardId, sourceid, sourceType, targetid, targetType, sourceFace, targetFace, labelLocation, labelWidth, theme, type } =
    connection;
  return { id, boardId, sourceid, sourceType, targetid, targetType, sourceFace, targetFace, label, labelLocation, labelWidth, theme, type };
}
