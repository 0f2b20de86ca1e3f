/** Which tests that name no shell run in Electron only. */

/**
 * Views of the same window in both shells, to which nothing leads through the door of the browser: without full figures, `npm run test:deep` runs them in
 * Electron only. Files, pages and connections differ in a browser, and their tests run in both.
 */
const sameInBothShells = [
  'accessible',
  'appearance',
  'keyboard-layouts',
  'notices',
  'play',
  'settings',
  'sync',
  'targets',
  'workspace-tabs',
];

/** The names of the files. */
export const onlyInDesktop: readonly string[] = process.env.TALEPORT_ROUNDS === 'full' ? [] : sameInBothShells;

/** Whether no run in a browser sees the views of this test file. */
export const isOnlyInDesktop = (path: string): boolean =>
  path.endsWith('.desktop.test.ts') || onlyInDesktop.some((name) => path.endsWith(`/e2e/${name}.test.ts`));
