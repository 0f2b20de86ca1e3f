/** The notices of the third-party software in the app: a file that the build writes (scripts/third-party-notices.mjs). */

/** Null if the file cannot be loaded. */
export async function loadThirdPartyNotices(): Promise<string | null> {
  try {
    const response = await fetch('/third-party-notices.txt');
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
