/** The key of a workspace and the operating system's key store: a real one, none that can be reached, and a named environment variable. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Remote } from '../../shared/contracts/sync.ts';
import { createTempFolder, launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { type DesktopSession, startDesktopSession } from './desktop-session.ts';
import { type HostedWorkspace, startHostedWorkspace } from './hosted-workspace.ts';

let hosted: HostedWorkspace;
beforeAll(async () => {
  hosted = await startHostedWorkspace();
});
afterAll(() => hosted?.close());

/** Files that hold these bytes, as they are or in base64. */
function filesWith(secret: string, folder: string): string[] {
  const bytes = [secret, Buffer.from(secret).toString('base64').replace(/=+$/, '')].map((each) => Buffer.from(each));
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .filter((file) => bytes.some((each) => readFileSync(file).includes(each)));
}

const connect = (app: TestApp): Promise<Remote> =>
  createBackendCall(app)('remote.add', { name: 'Studio', url: hosted.url(), key: { key: hosted.key() } });
const studio = async (app: TestApp): Promise<Remote | undefined> =>
  (await createBackendCall(app)('remote.list', {})).find(({ name }) => name === 'Studio');
const backend = ({ electron }: TestApp) => electron?.evaluate(({ safeStorage }) => safeStorage.getSelectedStorageBackend());

/** Starts the app on this desktop, runs `look`, and ends the app; the data folder remains. */
async function during<T>(
  desk: DesktopSession,
  data: string,
  look: (app: TestApp) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const app = await launchApp({ data, env: { ...desk.env, ...env } });
  try {
    await app.page.getByRole('heading', { name: 'Create a project' }).waitFor();
    return await look(app);
  } finally {
    await app.quit();
  }
}

describe('with a key store of the system', () => {
  let desk: DesktopSession;
  const data = createTempFolder('data');
  beforeAll(async () => {
    desk = await startDesktopSession({ keyStore: true });
  });
  afterAll(async () => {
    await desk?.close();
    rmSync(data, { recursive: true, force: true });
  });

  test('stores the key there: no file of the program contains it, and other users cannot read the store', async () => {
    await during(desk, data, async (app) => {
      expect(await backend(app)).toBe('gnome_libsecret');
      expect(await connect(app)).toMatchObject({ keyIn: 'store', state: 'ready' });
    });
    const file = join(data, 'keys.json');
    const stored = JSON.parse(readFileSync(file, 'utf8'));
    expect(Object.keys(stored)).toEqual(['Studio']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Buffer.from(stored.Studio, 'base64').length).toBeGreaterThan(hosted.key().length);
    expect(filesWith(hosted.key(), data)).toEqual([]);
    expect(filesWith(hosted.key(), desk.folder)).toEqual([]);
  });

  test('finds the key after a restart', async () => {
    await during(desk, data, async (app) => {
      await expect.poll(() => studio(app)).toMatchObject({ keyIn: 'store', state: 'ready', message: null });
      expect((await createBackendCall(app)('remote.projects', { name: 'Studio' })).map(({ hash }) => hash)).toEqual([hosted.hash]);
    });
  });

  test('removes the key with its workspace', async () => {
    await during(desk, data, async (app) => void (await createBackendCall(app)('remote.remove', { name: 'Studio' })));
    expect(existsSync(join(data, 'keys.json'))).toBe(false);
  });
});

describe('without a key store', () => {
  let desk: DesktopSession;
  const data = createTempFolder('data');
  beforeAll(async () => {
    desk = await startDesktopSession({ keyStore: false });
  });
  afterAll(async () => {
    await desk?.close();
    rmSync(data, { recursive: true, force: true });
  });

  test('keeps a key in memory only, and asks for it after a restart', async () => {
    await during(desk, data, async (app) => {
      expect(await connect(app)).toMatchObject({ keyIn: 'memory', state: 'ready' });
    });
    expect(existsSync(join(data, 'keys.json'))).toBe(false);
    expect(filesWith(hosted.key(), data)).toEqual([]);
    await during(desk, data, async (app) => {
      expect(await studio(app)).toMatchObject({ keyIn: 'memory', state: 'needsKey' });
      await app.page.locator('.remote-notice').getByText('Enter the key for Studio').waitFor();
    });
  });

  test('reads the key from a named environment variable at each start', async () => {
    const env = { STUDIO_KEY: hosted.key() };
    await during(
      desk,
      data,
      async (app) => {
        await createBackendCall(app)('remote.change', { name: 'Studio', key: { variable: 'STUDIO_KEY' } });
        expect(await studio(app)).toMatchObject({ keyIn: 'environment', variable: 'STUDIO_KEY', state: 'ready' });
      },
      env,
    );
    await during(desk, data, async (app) => {
      expect(await studio(app)).toMatchObject({ state: 'needsKey' });
    });
    await during(desk, data, async (app) => expect.poll(() => studio(app)).toMatchObject({ state: 'ready' }), env);
    expect(filesWith(hosted.key(), data)).toEqual([]);
  });
});
