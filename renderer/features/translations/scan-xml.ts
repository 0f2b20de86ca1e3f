/** Reads the machine-made XML of a workbook piece by piece. No document type, no entities of its own: what has one is refused. Pure. */

export interface XmlVisitor {
  open?(name: string, attributes: ReadonlyMap<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const tokenPattern =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([^\s/>!]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/y;
const attributePattern = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Answers whether it came to the end; names are told without their prefix. */
export function scanXml(xml: string, visitor: XmlVisitor): boolean {
  tokenPattern.lastIndex = xml.startsWith('\uFEFF') ? 1 : 0;
  while (tokenPattern.lastIndex < xml.length) {
    const found = tokenPattern.exec(xml);
    if (!found) return false;
    const [, literal, slash, name, attributes = '', alone, text] = found;
    if (literal !== undefined) visitor.text?.(literal);
    else if (text !== undefined) visitor.text?.(readReferences(text));
    else if (name !== undefined) {
      const local = name.slice(name.indexOf(':') + 1);
      if (slash === '/') visitor.close?.(local);
      else {
        visitor.open?.(local, parseAttributes(attributes));
        if (alone === '/') visitor.close?.(local);
      }
    }
  }
  return true;
}

function parseAttributes(text: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const [, name = '', one, two] of text.matchAll(attributePattern)) pairs.set(name, readReferences(one ?? two ?? ''));
  return pairs;
}

const namedEntities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function readReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedEntities[name] ?? whole;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
  });
}
