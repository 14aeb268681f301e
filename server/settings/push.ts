import { isIP } from 'node:net'
import * as m from '#messages'
import { StartError } from './start-error.ts'

export interface PushSettings {
  /** The hosts to which pushes may be sent: 'push.example.org', '*.example.org', or 'https://10.0.0.2:8443'. */
  services: readonly string[]
  /** Whom push services can ask about pushes (RFC 8292); undefined if there is nobody whom they accept. */
  contact: string | undefined
}

/** Of Chrome and others that use it, Firefox, Safari and Edge. */
const browserServices = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

const HOST = /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/

type Environment = Record<string, string | undefined>

/** Undefined if pushes are switched off. @throws StartError */
export function pushSettings(
  env: Environment,
  { publicUrl, mailFrom }: { publicUrl: URL | undefined; mailFrom: string | undefined },
): PushSettings | undefined {
  const own = env['PUSH_CONTACT']
  if (own && !isContact(own)) throw new StartError(m.operating_setting_push_contact({ text: own }))
  const contact = own || findContact(publicUrl, mailFrom)
  const text = env['PUSH_SERVICES'] || browserServices.join(' ')
  if (text === 'off') return undefined
  const services = text.split(/\s+/).filter(Boolean)
  for (const service of services)
    if (!HOST.test(service) && !isOrigin(service)) throw new StartError(m.operating_setting_push_services({ service }))
  return { services, contact }
}

const isOrigin = (text: string) => text.startsWith('https://') && URL.canParse(text) && new URL(text).origin === text

function isContact(text: string): boolean {
  if (/^mailto:[^\s@<>,;?"]+@[^\s@<>,;?"]+$/.test(text)) return true
  return /^https:\/\/\S+$/.test(text) && URL.canParse(text)
}

/** Apple refuses every push whose contact is not on the internet. */
function findContact(publicUrl: URL | undefined, mailFrom: string | undefined): string | undefined {
  if (publicUrl?.protocol === 'https:' && isPublicName(publicUrl.hostname)) return publicUrl.origin
  const domain = mailFrom?.slice(mailFrom.lastIndexOf('@') + 1)
  return domain && isPublicName(domain) ? `mailto:${mailFrom}` : undefined
}

/** Names that mean nothing on the internet (RFC 6761, RFC 6762, RFC 8375), and what routers make up. */
const localEndings = new Set([
  ...['localhost', 'local', 'localdomain', 'invalid', 'example', 'test', 'internal', 'intranet'],
  ...['lan', 'home', 'corp', 'private', 'onion', 'arpa', 'alt'],
])

function isPublicName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return false
  const labels = name.split('.')
  return labels.length > 1 && labels.every(Boolean) && !localEndings.has(labels.at(-1) ?? '')
}
