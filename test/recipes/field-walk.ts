/**
 * Part of the recipe "a field": runs in a copy of the sources, whose `element` has a field `mood` and a localized field `subtitle` in the second of two runs.
 * `node field-walk.ts before|after FOLDER`: `before` makes a data folder with today's fields, `after` walks the new fields through every
 * boundary and prints what each of them made of it.
 */
import { openApiDocument } from '../../main/rest-api/openapi/openapi-document.ts';
import { iterateTextRows } from '../../renderer/features/translations/text-rows.ts';
import { diffRecords } from '../../renderer/records/diff/diff-records.ts';
import type { SingleCommand } from '../../shared/model/commands.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { boardOf, openSide, type Side, serve, syncOnce } from '../main/sync/service/two-workspaces.ts';
import { openRest } from './open-rest.ts';

const [, , phase, folder = ''] = process.argv;
// `mood` and `subtitle` are the fields that the recipe adds to the copy of the sources; these types do not have them.
const changeElement = (id: string, fields: object) => ({ do: 'change', kind: 'element', id, fields }) as unknown as SingleCommand;
const setMood = (id: string, mood: string | null) => changeElement(id, { mood });
const createElement = (boardId: string, fields: object): SingleCommand => ({
  do: 'create',
  kind: 'element',
  fields: { boardId, x: 10, y: 20, ...fields },
});

async function before(side: Side): Promise<object> {
  const { hash } = await side.ask('project.create', { template: 'sample' });
  const board = boardOf(await side.project(hash));
  const [kept = ''] = await side.send(hash, createElement(board, { title: '<p>Kept</p>' }));
  const [removed = ''] = await side.send(hash, createElement(board, { title: '<p>Removed</p>' }));
  await side.send(hash, { do: 'remove', kind: 'element', id: removed });
  return { hash, kept, removed };
}

async function after(side: Side): Promise<object> {
  const [{ hash = '' } = {}] = await side.ask('project.list', {});
  const record = async (id: string): Promise<AnyRecord | undefined> => (await side.project(hash)).get(id);
  const board = boardOf(await side.project(hash));
  const findTitled = async (title: string) =>
    [...(await side.project(hash)).recordsOfKind('element')].find((element) => element.title.en?.text === `<p>${title}</p>`);

  // The folder of the version before.
  const kept = (await findTitled('Kept'))?.id ?? '';
  const oldRecord = { mood: (await record(kept))?.mood };
  await side.ask('project.undo', { hash });
  // As above, the types do not have the field.
  const removed = (await findTitled('Removed')) as unknown as AnyRecord | undefined;
  const restored = { mood: removed?.mood };

  const rest = await openRest(side);
  const created = await rest('POST', `/${hash}/element`, { boardId: board, x: 1, y: 2, mood: 'calm', subtitle: '<p>Earlier</p>' });
  const id = String(created.json.id);
  const read = (await rest('GET', `/${hash}/element/${id}`)).json;
  const changed = await rest('PATCH', `/${hash}/element/${kept}`, { mood: 'tense' });
  const wrong = await rest('PATCH', `/${hash}/element/${kept}`, { mood: 5 });
  const cleared = [await rest('PATCH', `/${hash}/element/${id}`, { mood: null }), await rest('GET', `/${hash}/element/${id}`)];
  await rest('PATCH', `/${hash}/element/${id}`, { mood: 'calm' });

  await rest('PATCH', `/${hash}/element/${id}`, { subtitle: { en: '<p>By night</p>' } });
  const secondRead = (await rest('GET', `/${hash}/element/${id}`)).json;
  const wrongSubtitle = await rest('PATCH', `/${hash}/element/${id}`, { subtitle: '<h1>By night</h1>' });

  // History and undo.
  await side.send(hash, setMood(id, 'eager'));
  const versions = await side.ask('record.versions', { hash, id });
  const [now, earlier] = versions;
  const history = diffRecords(
    await side.project(hash),
    (earlier?.record ?? null) as AnyRecord | null,
    (now?.record ?? null) as AnyRecord | null,
  );
  await side.ask('project.undo', { hash });
  const undone = (await record(id))?.mood;
  await side.ask('project.redo', { hash });
  const redone = (await record(id))?.mood;

  // Export and import.
  const story = (await rest('GET', `/${hash}/json`)).json;
  const imported = await rest('POST', '/workspace/projects/import', { name: 'Copy', project: story });
  const copy = (await rest('GET', `/${imported.json.hash}/element/${id}`)).json;
  const storyInAllLanguages = (await rest('GET', `/${hash}/json?allLocales=true`)).json;
  const importedAgain = await rest('POST', '/workspace/projects/import', { name: 'Second copy', project: storyInAllLanguages });
  const secondCopy = (await rest('GET', `/${importedAgain.json.hash}/element/${id}`)).json;
  const godot = (await rest('GET', `/${hash}/godot`)).json;

  // Sync with another Taleport.
  const other = await openSide();
  const served = await serve(side);
  await other.ask('remote.add', { name: 'Team', url: served.url, key: { key: served.key } });
  const { hash: local } = await other.ask('sync.add', { remote: 'Team', hash });
  const received = (await other.project(local)).get(id);
  await other.send(local, changeElement(id, { subtitle: { en: '<p>Sent</p>' } }));
  await other.send(local, setMood(id, 'sent'));
  await other.send(local, createElement(board, { mood: 'made elsewhere' }));
  const status = await syncOnce(other, local);
  // The remote gives a new record its id.
  const made = [...(await side.project(hash)).records()].find((each) => (each as AnyRecord).mood === 'made elsewhere')?.id ?? '';
  const sent = [(await record(id))?.mood, (await record(made))?.mood];
  const subtitleSent = (await record(id))?.subtitle;
  const rows = [...iterateTextRows(await side.project(hash))].filter((row) => row.id === id);
  await side.send(hash, setMood(made, 'changed at the other side'));
  await syncOnce(other, local);
  const receivedLater = (await other.project(local)).get(made)?.mood;
  await served.stop();
  await other.close();

  const document = JSON.parse(JSON.stringify(openApiDocument()));
  return {
    oldRecord,
    restored,
    created: created.status,
    read: read.mood,
    changed: [changed.status, (await record(kept))?.mood],
    wrong,
    cleared: [cleared[0]?.status, cleared[1]?.json.mood],
    openApi: {
      create: document.paths['/{hash}/element'].post.requestBody.content['application/json'].schema.properties.mood,
      update: document.paths['/{hash}/element/{elementId}'].patch.requestBody.content['application/json'].schema.properties.mood,
      reply: document.components.schemas.Element.properties.mood,
    },
    history,
    undone,
    redone,
    exported: [story.elements[id].mood, 'mood' in story.elements[kept], godot.project.elements[id].mood],
    withoutMood: Object.values<object>(story.elements).filter((each) => !('mood' in each)).length,
    imported: [imported.status, copy.mood],
    received: received?.mood,
    sent,
    receivedLater,
    conflicts: status.conflicts,
    subtitle: {
      read: secondRead.subtitle,
      wrong: [wrongSubtitle.status, Object.keys(wrongSubtitle.json.errors)],
      exported: [story.elements[id].subtitle, story.elements[kept].subtitle, godot.project.elements[id].subtitle],
      inAllLanguages: [storyInAllLanguages.contents[id].subtitle, 'subtitle' in storyInAllLanguages.contents[kept]],
      imported: [copy.subtitle, secondCopy.subtitle],
      received: received?.subtitle,
      sent: subtitleSent,
      rows: rows.map(({ key, field }) => [key === `${id}/subtitle`, field]),
    },
  };
}

const side = await openSide(folder);
const result = phase === 'before' ? await before(side) : await after(side);
await side.close();
process.stdout.write(JSON.stringify(result));
