/** A self-signed certificate for servers on this machine: created for every test, written as DER without a library. */
import { generateKeyPairSync, sign } from 'node:crypto';

/** One value of ASN.1: tag, length, content. */
function encodeDer(tag: number, ...parts: (Buffer | number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
const encodeSequence = (...parts: Buffer[]): Buffer => encodeDer(0x30, ...parts);
const encodeOid = (...bytes: number[]): Buffer => encodeDer(0x06, bytes);

/** PEM of a key and of a certificate for 127.0.0.1 and localhost that is its own authority. */
export function createSelfSignedCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = encodeSequence(encodeOid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const name = encodeSequence(encodeDer(0x31, encodeSequence(encodeOid(0x55, 0x04, 0x03), encodeDer(0x0c, Buffer.from('Taleport test')))));
  const time = (text: string) => encodeDer(0x17, Buffer.from(text));
  const names = encodeSequence(encodeDer(0x87, [127, 0, 0, 1]), encodeDer(0x82, Buffer.from('localhost')));
  const extensions = encodeSequence(
    encodeSequence(encodeOid(0x55, 0x1d, 0x13), encodeDer(0x01, [0xff]), encodeDer(0x04, encodeSequence(encodeDer(0x01, [0xff])))),
    encodeSequence(encodeOid(0x55, 0x1d, 0x11), encodeDer(0x04, names)),
  );
  const unsigned = encodeSequence(
    encodeDer(0xa0, encodeDer(0x02, [2])),
    encodeDer(0x02, [1]),
    algorithm,
    name,
    encodeSequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encodeDer(0xa3, extensions),
  );
  const signature = sign('sha256', unsigned, privateKey);
  const whole = encodeSequence(unsigned, algorithm, encodeDer(0x03, [0], signature));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
  };
}
