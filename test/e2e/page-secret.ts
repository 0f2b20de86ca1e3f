/** What the page of the browser shell has and a test needs in order to send requests of its own; empty in the desktop. */
import { createSignedAddress } from '../../shared/contracts/signed-address.ts';
import { shell, type TestApp } from './app.ts';

/** In milliseconds: later than any test runs. */
const validUntil = Date.UTC(2100, 0, 1);

/** The address of a stored file as an element of the page loads it. */
export async function fileAddress({ page }: Pick<TestApp, 'page'>, path: string): Promise<string> {
  if (shell === 'desktop') return path;
  return createSignedAddress(await page.evaluate(() => sessionStorage.getItem('taleport.pageSecret') ?? ''), path, validUntil);
}
