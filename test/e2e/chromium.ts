/** The Chromium of a test file: one for all its tests, which have contexts of their own, since starting it takes longer than many a test. */
import { type Browser, chromium } from 'playwright-core';

let opened: Promise<Browser> | undefined;

/** It is closed after the file (setup.ts). */
export function openChromium(): Promise<Browser> {
  opened ??= chromium.launch({
    executablePath: process.env.TALEPORT_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  return opened;
}

export async function closeChromium(): Promise<void> {
  const browser = await opened;
  opened = undefined;
  await browser?.close();
}
