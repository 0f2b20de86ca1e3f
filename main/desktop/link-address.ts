/** Which links may be opened in a browser, and how their address is shown. Free of Electron. */

/** Longer ones are cut where they are shown; the host is always shown. */
const SHOWN_LENGTH = 600;

interface Link {
  /** As it is opened: the host in ASCII, so that letters of another script cannot imitate a known one. */
  readonly address: string;
  readonly shown: string;
}

/** Undefined for anything but web addresses: other schemes could start any program. An address with a user name could hide its host. */
export function readLink(text: string): Link | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !(url.protocol === 'https:' || url.protocol === 'http:')) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  const address = url.href;
  return { address, shown: address.length > SHOWN_LENGTH ? `${address.slice(0, SHOWN_LENGTH)}…` : address };
}
