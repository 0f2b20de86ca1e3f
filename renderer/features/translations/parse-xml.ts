/** Reads the XML of a workbook piece by piece, without building a tree: htmlparser2, with the strictness that untrusted files require. Pure. */
import { Parser } from 'htmlparser2';

export interface XmlVisitor {
  /** Tag names are passed without their namespace prefix, attribute names unchanged. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Workbooks nest about ten deep. */
const maxDepth = 100;
const pieceBytes = 1 << 16;

class InvalidXmlError extends Error {}

/**
 * Returns whether the XML is complete and safe. Document types are rejected, so that no entity can be declared; only the five entities of
 * XML itself and character references are replaced.
 */
export function parseXml(bytes: Uint8Array, visitor: XmlVisitor): boolean {
  let depth = 0;
  let hasRoot = false;
  let hasEnded = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        hasRoot = true;
        depth++;
        if (depth > maxDepth) throw new InvalidXmlError('nested too deeply');
        visitor.open?.(localName(name), attributes);
      },
      onclosetag(name) {
        // At the end of the input the parser closes open elements, which would hide that the file is truncated.
        if (hasEnded) throw new InvalidXmlError('a tag is not closed');
        depth--;
        visitor.close?.(localName(name));
      },
      ontext: (text) => visitor.text?.(text),
      onprocessinginstruction(name) {
        if (name.startsWith('!')) throw new InvalidXmlError('document types are not accepted');
      },
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder();
  try {
    for (let start = 0; start < bytes.length; start += pieceBytes)
      parser.write(decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: true }));
    parser.write(decoder.decode());
    hasEnded = true;
    parser.end();
    return hasRoot;
  } catch (error) {
    if (error instanceof InvalidXmlError) return false;
    throw error;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
