/** Decides which links may be opened in a browser, and how their addresses are shown. Independent of Electron. */

/** Longer addresses are shortened for display; the host is always shown. */
const maxShownLength = 600;

interface Link {
  /** The address as it is opened, with the host in ASCII, so that letters of another script cannot imitate a known host. */
  readonly address: string;
  readonly shown: string;
}

/**
 * Undefined for anything but web addresses, because other schemes could start any program, and for addresses with a user name, which could
 * hide the host.
 */
export function readLink(text: string): Link | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !(url.protocol === 'https:' || url.protocol === 'http:')) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  const address = url.href;
  return { address, shown: address.length > maxShownLength ? `${address.slice(0, maxShownLength)}…` : address };
}
