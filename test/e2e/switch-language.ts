import type { Page } from 'playwright-core';

/** Shows the window in another language, as another window of the browser does: the catalogue is loaded without a reload. */
export async function switchLanguage(page: Page, id: string): Promise<void> {
  await page.evaluate((language) => {
    localStorage.setItem('taleport.language', language);
    dispatchEvent(new StorageEvent('storage', { key: 'taleport.language', newValue: language }));
  }, id);
  await page.locator(`html[lang^="${id}"]`).waitFor();
}
