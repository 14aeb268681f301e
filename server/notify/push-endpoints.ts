import { BlockList, isIP } from 'node:net'

/* Where pushes may go: endpoints come from browsers, so they could name anything that this server can reach. */

export interface PushEndpoint {
  url: URL
  /** Whether the operator named exactly this origin, so that it may be in their own network. */
  isOwn: boolean
}

/** An endpoint that one of the services allows; undefined for all others. */
export function findEndpoint(services: readonly string[], endpoint: string): PushEndpoint | undefined {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url?.protocol !== 'https:' || url.username || url.password || url.hash) return undefined
  if (services.includes(url.origin)) return { url, isOwn: true }
  const isAllowed = url.port === '' && services.some((service) => isHostOf(service, url.hostname))
  return isAllowed ? { url, isOwn: false } : undefined
}

/** URLs have their hosts in lower case, without escapes. */
const isHostOf = (service: string, host: string) =>
  service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service

const localNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  localNetworks.addSubnet(network, bits, 'ipv4')

/** All public addresses of IPv6 are in here, but not everything in here is public. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
const specialPurpose = new BlockList()
for (const [network, bits] of [
  // IETF protocols such as Teredo, documentation, 6to4, and documentation.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialPurpose.addSubnet(network, bits, 'ipv6')
/** IPv4 seen from a network that has only IPv6 (RFC 6052). */
const translated = new BlockList()
translated.addSubnet('64:ff9b::', 96, 'ipv6')

/** Whether an address is on the internet. Addresses of IPv4 that are written as IPv6 are not. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !localNetworks.check(address, 'ipv4')
  if (version !== 6 || address.includes('%')) return false
  if (translated.check(address, 'ipv6')) return isPublicAddress(lastFourBytes(address))
  return globalUnicast.check(address, 'ipv6') && !specialPurpose.check(address, 'ipv6')
}

function lastFourBytes(address: string): string {
  // In its canonical form: [64:ff9b::808:808].
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2)
  const bytes = groups.map((group) => Number.parseInt(group || '0', 16)).flatMap((group) => [group >> 8, group & 255])
  return bytes.join('.')
}
