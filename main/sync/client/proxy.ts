/** Which proxy leads to a workspace: that of the environment, as for curl, or else that of the operating system. */
import { type Message, message } from '../../../shared/messages/message.ts';

export interface ProxyAddress {
  /** Contains the name and password, if there are any. */
  readonly url: string;
  /** The host and port, for messages. */
  readonly host: string;
}

type ProxyChoice =
  | { readonly type: 'direct' }
  | { readonly type: 'proxy'; readonly proxy: ProxyAddress }
  /** There is a proxy, but it cannot be used. */
  | { readonly type: 'unusable'; readonly reason: Message };

/** Returns the proxies of the operating system for an address, in the form of a PAC file: `PROXY host:port; DIRECT`. */
export type ResolveSystemProxy = (url: string) => Promise<string>;

/** In the order in which they count. Undici and others use HTTP_PROXY for https, too. */
const variables = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'http_proxy', 'HTTP_PROXY'];

const direct: ProxyChoice = { type: 'direct' };

/** `env` returns the value of an environment variable. */
export async function chooseProxy(
  address: URL,
  env: (name: string) => string | undefined,
  resolveSystemProxy?: ResolveSystemProxy,
): Promise<ProxyChoice> {
  const variable = variables.find((name) => (env(name) ?? '') !== '');
  if (variable !== undefined) {
    const exceptions = env('no_proxy') ?? env('NO_PROXY') ?? '';
    return isException(address, exceptions) ? direct : proxyFromVariable(variable, env(variable) ?? '');
  }
  const rules = await resolveSystemProxy?.(address.href).catch(() => 'DIRECT');
  return rules === undefined ? direct : proxyFromRules(rules);
}

/** NO_PROXY: names of hosts, whose subdomains are meant as well, with a port or without; `*` means all. */
function isException({ hostname, port, protocol }: URL, exceptions: string): boolean {
  const targetPort = port || (protocol === 'https:' ? '443' : '80');
  return exceptions
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, host = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const name = host.replace(/^\*?\./, '');
      return (only === undefined || only === targetPort) && (hostname === name || hostname.endsWith(`.${name}`));
    });
}

function proxyFromVariable(variable: string, value: string): ProxyChoice {
  if (/^socks/i.test(value)) return { type: 'unusable', reason: message('remote.network.proxySocks', { variable }) };
  // As curl, an address without a scheme is one of HTTP.
  return (
    toProxy(value.includes('://') ? value : `http://${value}`) ?? {
      type: 'unusable',
      reason: message('remote.network.proxyAddress', { variable }),
    }
  );
}

/** The first of them that can be used. */
function proxyFromRules(rules: string): ProxyChoice {
  const choices = rules.split(';').map((rule): ProxyChoice | undefined => {
    const [kind = '', host = ''] = rule.trim().split(/\s+/);
    if (/^DIRECT$/i.test(kind)) return direct;
    if (/^SOCKS/i.test(kind)) return { type: 'unusable', reason: message('remote.network.systemProxySocks') };
    return toProxy(`${/^HTTPS$/i.test(kind) ? 'https' : 'http'}://${host}`);
  });
  const found = choices.filter((choice) => choice !== undefined);
  return found.find(({ type }) => type !== 'unusable') ?? found[0] ?? direct;
}

function toProxy(url: string): ProxyChoice | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return { type: 'proxy', proxy: { url, host: new URL(url).host } };
}
