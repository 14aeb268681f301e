import { describe, expect, it } from 'vitest'
import { parseSettings } from '../settings/settings.ts'
import { findEndpoint, isPublicAddress } from './push-endpoints.ts'

const services = parseSettings({}).push?.services ?? []

describe('an endpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://fcm.googleapis.com/wp/abc',
    'https://fcm.googleapis.com:443/wp/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('of a browser is allowed: %s', (endpoint) => {
    expect(findEndpoint(services, endpoint)).toMatchObject({ isOwn: false })
  })

  it.each([
    'https://localhost/abc',
    'https://127.1/abc',
    'https://0x7f.1/abc',
    'https://2130706433/abc',
    'https://[::1]/abc',
    'https://[::ffff:7f00:1]/abc',
    'https://10.0.0.1/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.google.internal/computeMetadata/v1',
    'http://fcm.googleapis.com/abc',
    'ftp://fcm.googleapis.com/abc',
    'file:///etc/passwd',
    'https://fcm.googleapis.com:22/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://user:secret@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com@evil.example.org/abc',
    'https://fcm.googleapis.com.evil.example.org/abc',
    'https://evilfcm.googleapis.com/abc',
    'https://fcm.googleapis.com./abc',
    'https://push.apple.com/abc',
    'https://evilpush.apple.com/abc',
    'https://web.push.apple.com#/abc',
    'https://fcm%2egoogleapis%2ecom@10.0.0.1/',
    'fcm.googleapis.com/abc',
    '//fcm.googleapis.com/abc',
    'https://',
    '',
  ])('elsewhere is not: %s', (endpoint) => {
    expect(findEndpoint(services, endpoint)).toBeUndefined()
  })

  it('may be on a private address or another port only if the operator names its origin', () => {
    const own = ['push.example.org', 'https://10.0.0.2:8443']
    expect(findEndpoint(own, 'https://10.0.0.2:8443/abc')).toMatchObject({ isOwn: true })
    expect(findEndpoint(own, 'https://push.example.org/abc')).toMatchObject({ isOwn: false })
    for (const other of ['https://10.0.0.2/abc', 'https://10.0.0.2:8444/abc', 'https://push.example.org:8443/abc'])
      expect(findEndpoint(own, other), other).toBeUndefined()
  })
})

describe('an address', () => {
  it.each(['8.8.8.8', '142.250.74.10', '100.128.0.1', '172.32.0.1', '2a00:1450:4001:82a::200a', '64:ff9b::808:808'])(
    'on the internet: %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ...['0.0.0.0', '0.1.2.3', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.0.1', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.0.0.1', '192.0.2.1', '192.168.1.1', '198.18.0.1', '198.19.0.1', '198.51.100.1'],
    ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '::', '::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
    ...['::7f00:1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1', '2001::1'],
    ...['2002:7f00:1::', '3fff::1', '64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::1', '100::1', 'localhost', ''],
  ])('elsewhere: %s', (address) => expect(isPublicAddress(address)).toBe(false))
})
