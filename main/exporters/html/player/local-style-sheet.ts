/**
 * The project's stylesheet without URLs. The policy of a page whose files are in a folder beside it must allow images from `file:`, and no
 * policy can limit that to one folder. So a stylesheet could access any file and, on Windows, other computers (`file://host/share`).
 * `data:` URLs remain.
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

/** Removes URLs from rules as the browser has parsed them, in which only values still have the form of the stylesheet. */
function removeAddresses(list: RuleList): void {
  for (let at = list.cssRules.length - 1; at >= 0; at--) {
    const rule = list.cssRules[at];
    if (!rule || !hasAddress(rule.cssText)) continue;
    if (hasRules(rule)) removeAddresses(rule);
    if ('style' in rule && rule.style instanceof CSSStyleDeclaration) removeFromStyle(rule.style);
    // Any other rule with a URL, such as a font.
    if (hasAddress(rule.cssText)) list.deleteRule(at);
  }
}

const hasRules = (rule: object): rule is RuleList => 'cssRules' in rule && 'deleteRule' in rule;

function removeFromStyle(style: CSSStyleDeclaration): void {
  if (!hasAddress(style.cssText)) return;
  for (const name of [...style]) {
    const value = style.getPropertyValue(name);
    // The longhands of a shorthand that contains a variable have no text, and neither has the shorthand after one of them was removed.
    if (value === '' || hasAddress(value)) style.removeProperty(name);
  }
}

/** Whether a value contains a URL. `image-set` and `src` also accept a URL as a plain string, which may come from a variable. */
function hasAddress(css: string): boolean {
  const text = withoutEscapes(css);
  return /image-set\(|(?<![\w-])(?:image|src)\(|@import/i.test(text) || /url\((?!\s*["']?data:)/i.test(text);
}

/** Decodes escapes: `u\72 l(` is another spelling of `url(`. */
const withoutEscapes = (css: string): string =>
  css.replace(/\\(?:([\da-f]{1,6})\s?|([^\n]))/gi, (_, hex?: string, character?: string) =>
    hex === undefined ? (character ?? '') : toCharacter(Number.parseInt(hex, 16)),
  );

const toCharacter = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
