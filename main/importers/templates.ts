/** The stories from which a new project can start ([Projects] template, G25): files in samples/, which receive new ids at each import. */
import cyberSecurity from '../../samples/cyber-security-sample.json' with { type: 'json' };
import empty from '../../samples/empty.json' with { type: 'json' };
import gameEngine from '../../samples/game-engine-sample.json' with { type: 'json' };
import sample from '../../samples/sample.json' with { type: 'json' };
import tabletopCampaign from '../../samples/tabletop-campaign-sample.json' with { type: 'json' };
import video from '../../samples/video-sample.json' with { type: 'json' };
import visualNovel from '../../samples/visual-novel.json' with { type: 'json' };
import type { projectTemplates } from '../../shared/contracts/ipc/project-calls.ts';
import type { Environment } from '../../shared/environment.ts';
import type { AssetFileSource } from './read-import-source.ts';

export type Template = (typeof projectTemplates)[number];

const templateStories: Readonly<Record<Template, object>> = {
  empty,
  sample,
  'video-sample': video,
  'game-engine-sample': gameEngine,
  'tabletop-campaign-sample': tabletopCampaign,
  'visual-novel': visualNovel,
  'cyber-security-sample': cyberSecurity,
};

const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** A template as a file to import, in which each id is replaced by a new one everywhere, including mentions. */
export function createTemplateStory(template: Template, environment: Environment): unknown {
  const newIds = new Map<string, string>();
  const text = JSON.stringify(templateStories[template]).replace(uuidPattern, (id) => {
    const newId = newIds.get(id) ?? environment.newId();
    newIds.set(id, newId);
    return newId;
  });
  return JSON.parse(text);
}

/** The images and sounds of all templates, by name. Loaded on demand, because most starts of the app do not need them. */
export function createTemplateFileSource(): AssetFileSource {
  const load = async (): Promise<Readonly<Record<string, string>>> =>
    (await import('../../samples/files.json', { with: { type: 'json' } })).default;
  return {
    listPaths: async () => Object.keys(await load()),
    async *readBytes(path) {
      yield Buffer.from((await load())[path] ?? '', 'base64');
    },
    close: () => Promise.resolve(),
  };
}
