/**
 * A slow machine, if TALEPORT_SLOWDOWN asks for one: its number divides the speed of the pages, and each call of a page gets its answer up to
 * 300 ms late, so that answers also change their order. Finds faults of the window and steps of tests that do not wait.
 */
import type { Page } from 'playwright-core';
import { ipcChannels } from '../../main/desktop/window/bridge-types.ts';
import { pageConnectionPath } from '../../shared/contracts/page-connection.ts';
import { testRunSeed } from '../seed.ts';
import { createTestEnvironment } from '../test-environment.ts';
import type { ElectronApp } from './electron-app.ts';

const slowdown = Number(process.env.TALEPORT_SLOWDOWN ?? 1);
const isSlowedDown = slowdown > 1;
const seed = testRunSeed();
/** In milliseconds. */
const maxDelay = 300;

if (isSlowedDown) console.info(`TALEPORT_SLOWDOWN=${slowdown} TALEPORT_SEED=${seed}`);

/** For a page of the browser shell, before it has an address. */
export async function slowDownPage(page: Page): Promise<void> {
  if (!isSlowedDown) return;
  const { random } = createTestEnvironment(seed);
  await page.routeWebSocket(new RegExp(pageConnectionPath), (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      if ('id' in JSON.parse(String(text))) setTimeout(() => socket.send(text), random() * maxDelay);
      else socket.send(text);
    });
  });
  await throttle(page);
}

/** For the first window of the desktop. The answers to its very first calls have already arrived. */
export async function slowDownWindow(app: ElectronApp, page: Page): Promise<void> {
  if (!isSlowedDown) return;
  await app.evaluate(
    ({ ipcMain }, { channel, first, longest }) => {
      // Where Electron keeps the handlers; it has no public way to read one.
      const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Parameters<typeof ipcMain.handle>[1]> };
      const handler = handlers.get(channel);
      if (!handler) throw new Error('The window has no handler for its calls.');
      // The generator of createTestEnvironment, which cannot be passed to another process.
      let state = first;
      const random = () => {
        state = (state * 48_271) % 2_147_483_647;
        return state / 2_147_483_647;
      };
      handlers.set(channel, async (...given) => {
        const result = await handler(...given);
        await new Promise((resolve) => setTimeout(resolve, random() * longest));
        return result;
      });
    },
    { channel: ipcChannels.call, first: seed, longest: maxDelay },
  );
  await throttle(page);
}

async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}
