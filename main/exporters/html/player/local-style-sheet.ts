/**
 * The project's stylesheet without addresses. The policy of a page that has its files beside it must allow images from `file:`, and no policy can limit
 * that to a folder: a stylesheet could reach any file and, on Windows, other computers (`file://host/share`). `data:` addresses remain.
 */

export function createLocalStyleSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  // Nothing is loaded before a document adopts the sheet, and `@import` is ignored.
  sheet.replaceSync(css);
  removeAddresses(sheet);
  return sheet;
}

interface RuleList {
  readonly cssRules: CSSRuleList;
  deleteRule(index: number): void;
}

/** The rules as the browser reads them: only what is written in values is left as it stands in the stylesheet. */
function removeAddresses(list: RuleList): void {
  for (let at = list.cssRules.length - 1; at >= 0; at--) {
    const rule = list.cssRules[at];
    if (!rule || !hasAddress(rule.cssText)) continue;
    if (hasRules(rule)) removeAddresses(rule);
    if ('style' in rule && rule.style instanceof CSSStyleDeclaration) removeFromStyle(rule.style);
    // Anything else with an address, such as a typeface.
    if (hasAddress(rule.cssText)) list.deleteRule(at);
  }
}

const hasRules = (rule: object): rule is RuleList => 'cssRules' in rule && 'deleteRule' in rule;

function removeFromStyle(style: CSSStyleDeclaration): void {
  if (!hasAddress(style.cssText)) return;
  for (const name of [...style]) {
    const value = style.getPropertyValue(name);
    // The parts of a shorthand that contains a variable have no text of their own, and after one of them is removed, nor has the shorthand.
    if (value === '' || hasAddress(value)) style.removeProperty(name);
  }
}

/** `image-set` and `src` take an address as a plain text, too, which may come from a variable. */
function hasAddress(css: string): boolean {
  const text = withoutEscapes(css);
  return /image-set\(|(?<![\w-])(?:image|src)\(|@import/i.test(text) || /url\((?!\s*["']?data:)/i.test(text);
}

/** `u\72 l(` is a way to write `url(`. */
const withoutEscapes = (css: string): string =>
  css.replace(/\\(?:([\da-f]{1,6})\s?|([^\n]))/gi, (_, hex?: string, character?: string) =>
    hex === undefined ? (character ?? '') : toCharacter(Number.parseInt(hex, 16)),
  );

const toCharacter = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
