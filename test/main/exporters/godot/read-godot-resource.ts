/**
 * Reads Godot's text resources (.tres), written from the description of the format and apart from the exporter: tags in brackets, then properties. A
 * text ends at a NUL. In a string `\` precedes b, t, n, f, r, u with 4 or U with 6 hexadecimal digits, and stands for nothing else.
 */
interface GodotResource {
  readonly tags: readonly string[];
  /** The properties after `[resource]`. */
  readonly properties: ReadonlyMap<string, unknown>;
}

/** Throws at anything that is not in the format. */
export function readGodotResource(bytes: Uint8Array): GodotResource {
  const reader = new ResourceReader(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  return reader.read();
}

const escapes: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' };

class ResourceReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): GodotResource {
    const tags: string[] = [];
    const properties = new Map<string, unknown>();
    for (this.#skipBlank(); this.#at < this.#text.length; this.#skipBlank()) {
      if (this.#take('[')) {
        tags.push(this.#match(/[a-z_]+/y));
        for (this.#skipBlank(); !this.#take(']'); this.#skipBlank()) this.#readProperty();
      } else {
        const [name, value] = this.#readProperty();
        if (tags.at(-1) === 'resource') properties.set(name, value);
      }
    }
    return { tags, properties };
  }

  #readProperty(): [name: string, value: unknown] {
    const name = this.#match(/[A-Za-z_][\w/]*/y);
    this.#skipBlank();
    this.#expect('=');
    return [name, this.#readValue()];
  }

  #readValue(): unknown {
    this.#skipBlank();
    if (this.#take('"')) return this.#readString();
    if (this.#take('[')) return this.#readList(']', () => this.#readValue());
    if (this.#take('{')) return Object.fromEntries(this.#readList('}', () => this.#readMember()));
    const word = this.#match(/[-+.\w]+/y);
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    if (/^-?\d/.test(word)) return this.#toNumber(word);
    this.#expect('(');
    return { [word]: this.#readList(')', () => this.#readValue()) };
  }

  #readMember(): [key: string, value: unknown] {
    const key = this.#readValue();
    this.#skipBlank();
    this.#expect(':');
    return [String(key), this.#readValue()];
  }

  #readList<T>(end: string, readItem: () => T): T[] {
    const items: T[] = [];
    for (this.#skipBlank(); !this.#take(end); this.#skipBlank()) {
      if (items.length > 0) this.#expect(',');
      items.push(readItem());
    }
    return items;
  }

  #readString(): string {
    const parts: string[] = [];
    for (;;) {
      const end = this.#indexOf('"');
      const backslash = this.#text.slice(this.#at, end).indexOf('\\');
      const stop = backslash < 0 ? end : this.#at + backslash;
      const part = this.#text.slice(this.#at, stop);
      if (part.includes('\0')) this.#fail('the end of the text in a string');
      parts.push(part);
      this.#at = stop + 1;
      if (backslash < 0) return parts.join('');
      const sign = this.#text[this.#at++] ?? this.#fail('the end of the text after a backslash');
      const digits = { u: 4, U: 6 }[sign];
      if (digits === undefined) parts.push(escapes[sign] ?? sign);
      else {
        parts.push(String.fromCodePoint(Number.parseInt(this.#text.slice(this.#at, this.#at + digits), 16)));
        this.#at += digits;
      }
    }
  }

  #toNumber(word: string): number {
    if (!/^-?\d+(?:\.\d*)?(?:e[-+]?\d+)?$/.test(word)) this.#fail(`the number ${word}`);
    return Number(word);
  }

  #indexOf(sign: string): number {
    const at = this.#text.indexOf(sign, this.#at);
    return at < 0 ? this.#fail(`no ${sign}`) : at;
  }

  #skipBlank(): void {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? 'x')) this.#at++;
  }

  #take(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) this.#fail(`no ${sign}`);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? this.#fail(`no ${pattern.source}`);
    this.#at = pattern.lastIndex;
    return found;
  }

  #fail(what: string): never {
    throw new Error(`${what} at ${this.#at}: ${JSON.stringify(this.#text.slice(this.#at, this.#at + 40))}`);
  }
}
