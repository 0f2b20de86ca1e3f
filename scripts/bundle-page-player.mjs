// Bundles the player of exported pages (main/exporters/html/player) into one script: for the build, and printed for exports from the sources.
import { build } from 'vite';
import { isMainModule, repoPath } from './paths.mjs';
import { packageFolderOf, readNotices } from './third-party-notices.mjs';

/**
 * A page contains the notices of the packages in its player: it is distributed on its own.
 * @returns {Promise<string>}
 */
async function bundlePagePlayer() {
  const built = await build({
    configFile: false,
    envFile: false,
    root: repoPath(),
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      target: ['chrome111', 'firefox113', 'safari16.4'],
      rolldownOptions: { input: repoPath('main/exporters/html/player/main.ts'), output: { format: 'iife' } },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const chunk = bundle && 'output' in bundle ? bundle.output.find((each) => each.type === 'chunk') : undefined;
  if (!chunk) throw new Error('The player of exported pages has no code');
  const used = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0);
  const folders = new Set(used.map(([id]) => packageFolderOf(id)).filter((folder) => folder !== undefined));
  const notices = readNotices([...folders]).map(({ name, version, text }) => `${name} ${version}\n\n${text.replaceAll('*/', '* /')}`);
  const text = `/*! The player contains:\n\n${notices.join('\n\n')}\n*/\n${chunk.code.trim()}\n`;
  // In a script element, these would end the script or begin a comment.
  if (/<\/script|<!--/i.test(text)) throw new Error('The player of exported pages contains text that a script element cannot contain');
  return text;
}

/**
 * The plugin that puts the player into a build, instead of the module that bundles it when it is needed.
 * @returns {import('vite').Plugin}
 */
export const includePagePlayer = () => ({
  name: 'page-player',
  enforce: 'pre',
  async load(id) {
    if (!id.replaceAll('\\', '/').endsWith('main/exporters/html/player-script.ts')) return undefined;
    return `export const loadPlayerScript = () => ${JSON.stringify(await bundlePagePlayer())};`;
  },
});

if (isMainModule(import.meta.url)) process.stdout.write(await bundlePagePlayer());
