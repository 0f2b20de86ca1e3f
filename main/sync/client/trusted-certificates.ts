/** Whom connections to a remote trust: the certificates that come with Node and NODE_EXTRA_CA_CERTS, and those of the operating system. */
import * as tls from 'node:tls';

let cachedCertificates: string[] | undefined;

/** undefined: Node decides by itself (older ones cannot be asked). Read once: some systems take their time. */
export function trustedCertificates(): string[] | undefined {
  if (!('getCACertificates' in tls)) return undefined;
  cachedCertificates ??= [...new Set([...tls.getCACertificates('default'), ...systemCertificates()])];
  return cachedCertificates;
}

/** A key store that cannot be read makes nothing worse than it was. */
function systemCertificates(): string[] {
  try {
    return tls.getCACertificates('system');
  } catch {
    return [];
  }
}
