/** A certificate that nobody trusts yet, for servers on this machine: made anew for every test, in DER by hand. */
import { generateKeyPairSync, sign } from 'node:crypto';

/** One value of ASN.1: tag, length, content. */
function der(tag: number, ...parts: (Buffer | number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const oid = (...bytes: number[]): Buffer => der(0x06, bytes);

/** PEM of a key and of a certificate for 127.0.0.1 and localhost that is its own authority. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const name = sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('Taleport test')))));
  const time = (text: string) => der(0x17, Buffer.from(text));
  const names = sequence(der(0x87, [127, 0, 0, 1]), der(0x82, Buffer.from('localhost')));
  const extensions = sequence(
    sequence(oid(0x55, 0x1d, 0x13), der(0x01, [0xff]), der(0x04, sequence(der(0x01, [0xff])))),
    sequence(oid(0x55, 0x1d, 0x11), der(0x04, names)),
  );
  const unsigned = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    algorithm,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', unsigned, privateKey);
  const whole = sequence(unsigned, algorithm, der(0x03, [0], signature));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
  };
}
