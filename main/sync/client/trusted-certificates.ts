/** The certificates that connections to a remote trust: those of Node, of NODE_EXTRA_CA_CERTS, and of the operating system. */
import * as tls from 'node:tls';

let cachedCertificates: string[] | undefined;

/** Undefined if Node has no API for this and uses its own. Read once, because some systems are slow. */
export function trustedCertificates(): string[] | undefined {
  if (!('getCACertificates' in tls)) return undefined;
  cachedCertificates ??= [...new Set([...tls.getCACertificates('default'), ...systemCertificates()])];
  return cachedCertificates;
}

/** If the system's certificates cannot be read, those of Node are still trusted. */
function systemCertificates(): string[] {
  try {
    return tls.getCACertificates('system');
  } catch {
    return [];
  }
}
