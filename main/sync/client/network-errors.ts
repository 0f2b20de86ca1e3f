/**
 * The reason why a request received no response, from the error codes of undici, Node and OpenSSL. Contains neither the key nor the
 * address.
 */
import { type Message, message } from '../../../shared/messages/message.ts';
import { errorCodeOf } from '../../platform/errors.ts';

const messagesByCode: Readonly<Record<string, Message>> = {
  ENOTFOUND: message('remote.network.unknownHost'),
  EAI_AGAIN: message('remote.network.nameLookupFailed'),
  ECONNREFUSED: message('remote.network.refused'),
  ECONNRESET: message('remote.network.interrupted'),
  EPIPE: message('remote.network.interrupted'),
  ENETUNREACH: message('remote.network.offline'),
  ENETDOWN: message('remote.network.offline'),
  EHOSTUNREACH: message('remote.network.unreachable'),
  ETIMEDOUT: message('remote.network.noResponse'),
  UND_ERR_CONNECT_TIMEOUT: message('remote.network.noResponse'),
  UND_ERR_HEADERS_TIMEOUT: message('remote.network.slow'),
  UND_ERR_BODY_TIMEOUT: message('remote.network.responseInterrupted'),
  UND_ERR_SOCKET: message('remote.network.interrupted'),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: message('remote.network.responseInterrupted'),
  PROXY_ADDRESS: message('remote.network.proxyAddress'),
  UND_ERR_RESPONSE: message('remote.network.proxy'),
  UND_ERR_ABORTED: message('remote.network.aborted'),
  CERT_HAS_EXPIRED: message('remote.network.certificateExpired'),
  ERR_TLS_CERT_ALTNAME_INVALID: message('remote.network.certificateName'),
  DEPTH_ZERO_SELF_SIGNED_CERT: message('remote.network.certificateUntrusted'),
  SELF_SIGNED_CERT_IN_CHAIN: message('remote.network.certificateUntrusted'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: message('remote.network.certificateUntrusted'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: message('remote.network.certificateUntrusted'),
  ERR_SSL_WRONG_VERSION_NUMBER: message('remote.network.notHttps'),
  EPROTO: message('remote.network.notHttps'),
};

/** HTTP_PROXY or HTTPS_PROXY is not the address of a proxy. An address without a scheme is accepted, as by curl. */
export class ProxyAddressError extends Error {
  readonly code = 'PROXY_ADDRESS';

  constructor(options: ErrorOptions) {
    super('PROXY_ADDRESS', options);
  }
}

/** The code of an error or of its cause. Of several attempts (IPv4 and IPv6), the first one counts. */
function networkErrorCode(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof AggregateError && at.errors.length > 0) return networkErrorCode(at.errors[0]);
    const code = errorCodeOf(at);
    if (code !== null) return code;
  }
  return '';
}

/** For requests after the client was closed. */
export const connectionClosedMessage = message('remote.network.closed');

export function networkErrorMessage(error: unknown): Message {
  const code = networkErrorCode(error);
  if (code === '') return message('remote.network.unknownReason');
  return messagesByCode[code] ?? message('remote.network.unknown', { code });
}
