import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** A browser with a subscription: it decrypts messages by RFC 8291, without the library that encrypted them. */
export function pushBrowser() {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  const decrypt = (body: Buffer): string => {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const senderKey = body.subarray(21, 21 + keyLength);
    const encrypted = body.subarray(21 + keyLength);
    const secret = ecdh.computeSecret(senderKey);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
    const prk = createHmac('sha256', auth).update(secret).digest();
    const ikm = createHmac('sha256', prk)
      .update(Buffer.concat([info, Buffer.from([1])]))
      .digest();
    const derive = (label: string, length: number) =>
      Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(encrypted.subarray(-16));
    const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  };
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') };
  return { keys, decrypt };
}
