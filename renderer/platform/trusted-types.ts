/**
 * Trusted Types: the window's content security policy accepts no plain string where a browser could execute one (`innerHTML`, `srcdoc`, the
 * address of a worker). The policy here is the only one of the app's own; ProseMirror has one for what is pasted, which it parses in a
 * document that executes nothing.
 */

interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: { createHTML(html: string): string; createScriptURL(url: string): string }): TrustedTypePolicy;
}
/** Typed as strings, which is what React and the DOM's own types accept; browsers receive objects. */
interface TrustedTypePolicy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

declare global {
  interface Window {
    /** Missing in older browsers, and in tests without a browser. */
    readonly trustedTypes?: TrustedTypePolicyFactory;
  }
}

const rules = {
  createHTML: (html: string) => html,
  createScriptURL(url: string): string {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`${url} is not a script of Taleport.`);
    return url;
  },
};

const policy: TrustedTypePolicy | null =
  typeof window === 'undefined' ? null : (window.trustedTypes?.createPolicy('taleport', rules) ?? rules);

/** Only for HTML that a serializer wrote from a parsed tree of allowed elements. */
export const trustHtml = (html: string): string => policy?.createHTML(html) ?? html;

/** The address of a worker; throws for one of another origin. */
export const trustScriptUrl = (url: string): string => policy?.createScriptURL(url) ?? url;
