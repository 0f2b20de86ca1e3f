/**
 * Part of the recipe "a kind": runs in a copy of the sources that has a kind `sticker`, and prints what each boundary makes of one.
 * `node kind-walk.ts FOLDER`: the data folder.
 */
import { BoardIndex } from '../../renderer/records/board/board-index.ts';
import { recordName } from '../../renderer/records/names/record-names.ts';
import { searchableTexts } from '../../renderer/records/search/searchable-texts.ts';
import type { SingleCommand } from '../../shared/model/commands.ts';
import type { AnyRecord, KindName } from '../../shared/model/kinds/kinds.ts';
import { boardOf, openSide, type Side, serve, syncOnce } from '../main/sync/service/two-workspaces.ts';
import { openRest } from './open-rest.ts';

const [, , folder = ''] = process.argv;
// The recipe adds the kind to the copy of the sources; these types do not have it.
const kind = 'sticker' as KindName;
const change = (id: string, fields: object) => ({ do: 'change', kind, id, fields }) as unknown as SingleCommand;
const create = (fields: object) => ({ do: 'create', kind, fields }) as unknown as SingleCommand;
const recordIn = async (side: Side, hash: string, id: string): Promise<AnyRecord | undefined> => (await side.project(hash)).get(id);

async function walk(): Promise<object> {
  let side = await openSide(folder);
  const { hash } = await side.ask('project.create', { template: 'sample' });
  const board = boardOf(await side.project(hash));
  const [asset = ''] = await side.send(hash, {
    do: 'create',
    kind: 'asset',
    fields: { name: 'hall.png', type: 'image', file: 'hall.png' },
  });

  // REST.
  let rest = await openRest(side);
  const path = `/${hash}/sticker`;
  const created = await rest('POST', path, { boardId: board, x: 10, y: 20, caption: '<p>Look here</p>', theme: 'green', assetId: asset });
  const id = String(created.json.id);
  const read = (await rest('GET', `${path}/${id}`)).json;
  const listed = (await rest('GET', `/${hash}/board/${board}/stickers`)).json;
  const onBoard = (await rest('GET', `/${hash}/board/${board}`)).json.stickers;
  const wrong = await rest('PATCH', `${path}/${id}`, { theme: 'loud', caption: '<h1>Look</h1>' });
  const outside = await rest('PATCH', `${path}/${id}`, { x: 39_990 });
  const missing = await rest('PATCH', `${path}/${id}`, { assetId: 'nothing' });
  const changed = await rest('PATCH', `${path}/${id}`, { caption: { en: '<p>Look there</p>' } });

  // Undo, and the data folder.
  await side.send(hash, change(id, { theme: 'red' }));
  await side.ask('project.undo', { hash });
  const undone = (await recordIn(side, hash, id))?.theme;
  await side.ask('project.redo', { hash });
  await side.close();
  side = await openSide(folder);
  rest = await openRest(side);
  const stored = await recordIn(side, hash, id);

  // What the window reads.
  const project = await side.project(hash);
  const index = new BoardIndex(project, board);
  index.update();
  const shown = {
    name: recordName(project, id, null),
    box: index.boxes.get(id),
    texts: stored && searchableTexts(stored),
  };

  // Export and import.
  const story = (await rest('GET', `/${hash}/json`)).json;
  const inAllLanguages = (await rest('GET', `/${hash}/json?allLocales=true`)).json;
  const imported: unknown[] = [];
  for (const exported of [story, inAllLanguages]) {
    const copy = await rest('POST', '/workspace/projects/import', { name: 'Copy', project: exported });
    imported.push([copy.status, (await recordIn(side, copy.json.hash, id))?.caption]);
  }
  const unity = (await rest('GET', `/${hash}/unity`)).json;

  // Sync with another Taleport.
  const other = await openSide();
  const served = await serve(side);
  await other.ask('remote.add', { name: 'Team', url: served.url, key: { key: served.key } });
  const { hash: local } = await other.ask('sync.add', { remote: 'Team', hash });
  const received = await recordIn(other, local, id);
  await other.send(local, change(id, { caption: { en: '<p>Sent</p>' }, theme: 'blue' }));
  const [made = ''] = await other.send(local, create({ boardId: board, x: 500, y: 20, caption: '<p>Made elsewhere</p>' }));
  const status = await syncOnce(other, local);
  const sent = await recordIn(side, hash, id);
  // The remote gives a new record its id.
  const created2 = [...(await side.project(hash)).records()].filter((each) => each.kind === kind && each.x === 500);
  const [second] = created2;
  if (second) await side.send(hash, { do: 'remove', kind, id: second.id });
  await syncOnce(other, local);
  const remaining = [...(await other.project(local)).records()].filter((each) => each.kind === kind).map((each) => each.id === id);
  await served.stop();
  await other.close();

  // The trash, and the removal of what it refers to.
  const removed = await rest('DELETE', `${path}/${id}`);
  const gone = await rest('GET', `${path}/${id}`);
  const { records: trash } = await side.ask('record.removed', { hash });
  await side.ask('record.restore', { hash, id });
  const restored = await recordIn(side, hash, id);
  await side.send(hash, { do: 'remove', kind: 'asset', id: asset });
  const withoutAsset = await recordIn(side, hash, id);
  await side.close();

  return {
    created: created.status,
    read: { ...read, id: read.id === id, boardId: read.boardId === board, assetId: read.assetId === asset },
    listed: [listed.length, listed[0].caption],
    onBoard: onBoard.length,
    wrong: [wrong.status, Object.keys(wrong.json.errors).sort()],
    outside: [outside.status, Object.keys(outside.json.errors)],
    missing: missing.status,
    changed: changed.status,
    undone,
    stored: [stored?.caption, stored?.theme],
    shown,
    exported: [Object.keys(story.stickers).length, story.stickers[id].caption, story.boards[board].stickers.length],
    inAllLanguages: inAllLanguages.contents[id].caption,
    unity: unity.stickers[id] !== undefined,
    imported,
    received: [received?.caption, received?.theme],
    sent: [sent?.caption, sent?.theme],
    madeElsewhere: [made !== '', created2.length],
    conflicts: status.conflicts,
    remaining,
    removed: [removed.status, gone.status],
    trash: trash.map((each) => each.record.kind),
    restored: restored?.caption,
    withoutAsset: withoutAsset?.assetId,
  };
}

process.stdout.write(JSON.stringify(await walk()));
