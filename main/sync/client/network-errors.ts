/** Why nobody answered, in words: what undici, Node and OpenSSL say by codes. Neither key nor address gets in. */
const networkErrorMessages: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no server of that name, or this computer is offline.',
  EAI_AGAIN: 'The name of the server cannot be looked up: this computer seems to be offline.',
  ECONNREFUSED: 'The server does not take connections.',
  ECONNRESET: 'The connection was cut.',
  EPIPE: 'The connection was cut.',
  ENETUNREACH: 'This computer seems to be offline.',
  ENETDOWN: 'This computer seems to be offline.',
  EHOSTUNREACH: 'The server cannot be reached.',
  ETIMEDOUT: 'The server does not answer.',
  UND_ERR_CONNECT_TIMEOUT: 'The server does not answer.',
  UND_ERR_HEADERS_TIMEOUT: 'The server took too long to answer.',
  UND_ERR_BODY_TIMEOUT: 'The answer of the server stopped midway.',
  UND_ERR_SOCKET: 'The connection was cut.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The answer of the server was cut.',
  UND_ERR_RESPONSE: 'The proxy on the way refuses the connection.',
  UND_ERR_ABORTED: 'The request was given up.',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the server is for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the server is signed by nobody whom this computer trusts.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the server is signed by nobody whom this computer trusts.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate of the server is signed by nobody whom this computer trusts.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the server is signed by nobody whom this computer trusts.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server does not speak https at this address.',
  EPROTO: 'The server does not speak https at this address.',
};

/** The code of an error, or of what caused it; several tries at once (IPv4 and IPv6) are told by the first. */
function errorCodeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof AggregateError && at.errors.length > 0) return errorCodeOf(at.errors[0]);
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return '';
}

/** Of a request that comes after the end. */
export const connectionClosedMessage = 'Taleport has closed its connections to it.';

export function networkErrorMessage(error: unknown): string {
  const code = errorCodeOf(error);
  return networkErrorMessages[code] ?? `There was no answer (${code || 'for an unknown reason'}).`;
}
