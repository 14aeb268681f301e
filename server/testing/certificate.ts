import { generateKeyPairSync, sign } from 'node:crypto'

/** A certificate of localhost and 127.0.0.1 that has signed itself, and its key, as PEM. Made without any program. */
export function makeCertificate(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(objectId('2a8648ce3d040302'))
  const name = sequence(set(sequence(objectId('550403'), tagged(0x0c, Buffer.from('Wayfare tests')))))
  const day = 24 * 60 * 60_000
  const time = (at: number) => tagged(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')}`))
  const extension = (id: string, value: Buffer, isCritical = false) =>
    sequence(objectId(id), ...(isCritical ? [tagged(0x01, Buffer.from([0xff]))] : []), tagged(0x04, value))
  const hosts = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])))
  const isAuthority = sequence(tagged(0x01, Buffer.from([0xff])))
  const content = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time(Date.now() - 400 * day), time(Date.now() + 400 * day)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    tagged(0xa3, sequence(extension('551d13', isAuthority, true), extension('551d11', hosts))),
  )
  const signature = tagged(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const pem = sequence(content, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}

/* Distinguished encoding rules (X.690). */

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
const set = (...parts: Buffer[]) => tagged(0x31, ...parts)
const integer = (value: number) => tagged(0x02, Buffer.from([value]))
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
