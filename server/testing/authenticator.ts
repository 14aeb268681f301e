import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What tests may get wrong on purpose. */
export interface Faults {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  isVerified?: boolean
  breakSignature?: boolean
}

interface Credential {
  id: Buffer
  key: KeyObject
  publicJwk: { x?: string; y?: string }
  rpId: string
  userHandle: string
  counter: number
}

interface Creation {
  challenge: string
  rp: { id: string }
  user: { id: string }
  excludeCredentials: { id: string }[]
}

const encode = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** A device with passkeys (ES256, attestation 'none'), which answers the server as a browser would. */
export class Authenticator {
  readonly credentials: Credential[] = []
  private readonly origin: string

  constructor(origin = 'http://localhost') {
    this.origin = origin
  }

  /** @throws Error InvalidStateError if it already has one of the excluded credentials */
  create(options: unknown, faults: Faults = {}) {
    const { challenge, rp, user, excludeCredentials } = options as Creation
    const has = ({ id }: { id: string }) => this.credentials.some((one) => encode(one.id) === id)
    if (excludeCredentials.some(has)) throw new Error('InvalidStateError')
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const credential: Credential = {
      id: randomBytes(16),
      key: privateKey,
      publicJwk: publicKey.export({ format: 'jwk' }),
      rpId: rp.id,
      userHandle: user.id,
      counter: 0,
    }
    this.credentials.push(credential)
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 16]), credential.id, coseKey(credential)])
    const authData = Buffer.concat([this.#data(credential, faults, 0x40), attested])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ])
    return {
      id: encode(credential.id),
      rawId: encode(credential.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, faults),
        attestationObject: encode(attestationObject),
        transports: ['internal'],
      },
    }
  }

  /** Signs in with the newest credential, or with `credential`. */
  get(options: unknown, faults: Faults = {}, credential = this.credentials.at(-1) as Credential) {
    const { challenge } = options as { challenge: string }
    const clientDataJSON = this.#clientData('webauthn.get', challenge, faults)
    if (faults.counter === undefined && credential.counter > 0) credential.counter += 1
    const authData = this.#data(credential, faults)
    const signature = sign(
      'sha256',
      Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]),
      credential.key,
    )
    // Stays a valid DER signature, of something else.
    if (faults.breakSignature) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
    return {
      id: encode(credential.id),
      rawId: encode(credential.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: encode(authData),
        signature: encode(signature),
        userHandle: credential.userHandle,
      },
    }
  }

  #data({ rpId, counter }: Credential, faults: Faults, flags = 0): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(faults.counter ?? counter)
    const verified = faults.isVerified === false ? 0x01 : 0x05
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([flags | verified]), count])
  }

  #clientData(type: string, challenge: string, faults: Faults): string {
    const origin = faults.origin ?? this.origin
    return encode(JSON.stringify({ type, challenge: faults.challenge ?? challenge, origin, crossOrigin: false }))
  }
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}

function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256 ? Buffer.from([0x58, bytes.length]) : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255])
  return Buffer.concat([head, bytes])
}

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
function coseKey({ publicJwk: { x = '', y = '' } }: Credential): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}
