import { rm } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed } from '#server/testing/test-client.ts'
import { makeWebFolder, SCRIPT } from '#server/testing/web-folder.ts'

const TRIP = '0198c5a0-7b1e-7cc3-9a5e-1f2e3d4c5b6a'

describe.each(engines)('the front end on %s', (engine) => {
  let server: TestApp
  let webFolder: string
  let person: string
  let token: string
  beforeAll(async () => {
    webFolder = await makeWebFolder()
    server = await openTestApp(engine, { webFolder })
    person = await insertAccount(server.db)
    token = (await server.openSession({ id: person })).token
  })
  afterAll(async () => {
    await server.remove()
    await rm(webFolder, { recursive: true })
  })

  const signedIn = () => {
    const client = server.openClient()
    client.cookies.set('wayfare_session', token)
    client.cookies.set('wayfare_session_hint', '1')
    return client
  }

  describe('a document', () => {
    it('is served at every address that is not a file or API, with headers that allow nothing foreign', async () => {
      for (const path of ['/', `/trip/${TRIP}`, '/nowhere', '/shared/x?token=y']) {
        const answer = await server.openClient().get(path)
        expect(answer.status, path).toBe(200)
        expect(answer.text, path).toMatch(/^<!doctype html>/)
        expect(answer.headers.get('content-type'), path).toBe('text/html; charset=utf-8')
        expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
        expect(answer.headers.get('referrer-policy'), path).toBe('no-referrer')
        const policy = new Map(
          (answer.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
            const [name = '', ...sources] = directive.split(' ')
            return [name, sources]
          }),
        )
        expect(policy.get('default-src'), path).toEqual(["'none'"])
        expect(policy.get('script-src'), path).toEqual(["'self'", "'wasm-unsafe-eval'"])
        for (const own of ['style-src', 'font-src', 'form-action', 'worker-src']) {
          expect(policy.get(own), own).toEqual(["'self'"])
        }
        expect(policy.get('connect-src'), path).toEqual(["'self'", 'https://tiles.openfreemap.org'])
        expect(policy.get('frame-ancestors'), path).toEqual(["'none'"])
        expect(policy.get('base-uri'), path).toEqual(["'none'"])
        expect(
          [...policy.values()].flat().filter((source) => /unsafe|\*|^data:$/.test(source)),
          path,
        ).toEqual(["'wasm-unsafe-eval'", 'data:'])
        expect(policy.get('img-src'), path).toContain('data:')
        expect(answer.headers.get('permissions-policy'), path).toBe('camera=(self), geolocation=(self), microphone=()')
      }
    })

    it('preloads the data of its page', async () => {
      const preloads = (...addresses: string[]) =>
        addresses.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`).join(', ')
      const link = async (client: ReturnType<typeof signedIn>, path: string) =>
        (await client.get(path)).headers.get('link')
      expect(await link(server.openClient(), '/')).toBe(preloads('/api/beta'))
      expect(await link(server.openClient(), `/trip/${TRIP}`)).toBe(preloads('/api/beta'))
      const signedOutByScript = signedIn()
      signedOutByScript.cookies.delete('wayfare_session_hint')
      expect(await link(signedOutByScript, '/')).toBe(preloads('/api/beta'))
      for (const path of ['/join/a-secret', '/join/code', '/join/me'])
        expect(await link(server.openClient(), path)).toBeNull()
      expect(await link(signedIn(), '/join/a-secret')).toBe(preloads('/auth/v1/user'))
      expect(await link(signedIn(), '/')).toBe(preloads('/auth/v1/user', '/api/trips'))
      expect(await link(signedIn(), `/shared/${TRIP}?token=abc).`)).toBe(
        preloads('/auth/v1/user', `/api/shared/${TRIP}?token=abc`),
      )
      expect(await link(signedIn(), `/trip/${TRIP}?tab=food`)).toBe(preloads('/auth/v1/user', `/api/trips/${TRIP}`))
      expect(await link(signedIn(), `/shared/${TRIP}?token=a%20b%3E&mode=view`)).toBe(
        preloads('/auth/v1/user', `/api/shared/${TRIP}?token=a%20b%3E`),
      )
      expect(await link(signedIn(), `/shared/${TRIP}/map?token=abc`)).toBe(
        preloads('/auth/v1/user', `/api/shared/${TRIP}?token=abc`),
      )
      expect(await link(signedIn(), `/shared/${TRIP}/days`)).toBe(preloads('/auth/v1/user', `/api/shared/${TRIP}`))
      expect(await link(signedIn(), `/trip/${TRIP}/days`)).toBe(preloads('/auth/v1/user', `/api/trips/${TRIP}`))
      expect(await link(signedIn(), `/shared/${TRIP}`)).toBe(preloads('/auth/v1/user', `/api/shared/${TRIP}`))
      expect(await link(signedIn(), `/trip/${TRIP.toUpperCase()}`)).toBe(
        preloads('/auth/v1/user', `/api/trips/${TRIP}`),
      )
      expect(await link(signedIn(), `/trip/${TRIP}/group`)).toBe(preloads('/auth/v1/user', `/api/trips/${TRIP}`))
      expect(await link(signedIn(), `/trip/${TRIP}/map`)).toBe(preloads('/auth/v1/user', `/api/trips/${TRIP}`))
      const { id } = await insertTrip(server.db, { owner_id: person })
      const groupData = [`/api/trips/${id}`, `/api/trips/${id}/people`]
      expect(await link(signedIn(), `/trip/${id}/group`)).toBe(preloads('/auth/v1/user', ...groupData))
      expect(await link(signedIn(), `/trip/${id}/group?tab=gear`)).toBe(preloads('/auth/v1/user', `/api/trips/${id}`))
      const unownedTrip = await insertTrip(server.db, { owner_id: null })
      expect(await link(signedIn(), `/trip/${unownedTrip.id}/group`)).toBe(
        preloads('/auth/v1/user', `/api/trips/${unownedTrip.id}`),
      )
      for (const path of ['/nowhere', '/trip/x', `/trip/${TRIP}/x`, '/trip/%3E%3Bevil']) {
        expect(await link(signedIn(), path), path).toBe(preloads('/auth/v1/user'))
      }
    })

    it('of a trip has one address, without a slash at the end', async () => {
      const answer = await signedIn().get(`/trip/${TRIP}/?tab=meals`)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `/trip/${TRIP}?tab=meals`])
    })

    it('has the bar of a trip only at the address of one, since the service worker serves the other for all', async () => {
      const hasBar = async (path: string) => (await signedIn().get(path)).text.includes('<header')
      const shown = ['/', '/trip/', `/trip/${TRIP}`, `/trip/${TRIP}?tab=meals`, `/trip/${TRIP}/group`].map(hasBar)
      expect(await Promise.all(shown)).toEqual([false, false, true, true, true])
      const below = ['map', 'emergency', 'days', 'print', 'before', 'news', 'elsewhere'].map((page) =>
        hasBar(`/trip/${TRIP}/${page}`),
      )
      expect(await Promise.all(below)).toEqual([true, true, true, true, true, true, false])
    })

    it('is the signed-out one for an expired session, whose cookie stays: it may be of a newer one', async () => {
      const client = signedIn()
      client.cookies.set('wayfare_session', 'ended')
      const answer = await client.get('/')
      expect(answer.headers.get('link')).toContain('</api/beta>')
      expect([...client.cookies.keys()]).toEqual(['wayfare_session'])
    })

    it('names the scripts and styles of its own page, each once', async () => {
      const namedAssets = async (client: ReturnType<typeof signedIn>, path: string) =>
        [...(await client.get(path)).text.matchAll(/<link [^>]*href="([^"]+)"/g)]
          .map(([, address]) => address)
          .toSorted()
      const base = ['/assets/base-1.js', '/assets/main-1.css']
      expect(await namedAssets(server.openClient(), '/')).toEqual(base)
      const shared = [...base, '/assets/form-1.js']
      expect(await namedAssets(server.openClient(), '/join/a-secret')).toEqual(
        [...shared, '/assets/join-1.css', '/assets/join-1.js'].toSorted(),
      )
      expect(await namedAssets(signedIn(), '/')).toEqual(
        [...shared, '/assets/shell-1.js', '/assets/trips-1.js'].toSorted(),
      )
      expect(await namedAssets(signedIn(), '/account')).toEqual(
        [...shared, '/assets/shell-1.js', '/assets/account-1.js'].toSorted(),
      )
      const tripAssets = [...shared, '/assets/shell-1.js', '/assets/trip-1.js']
      const groupAssets = [...tripAssets, '/assets/group-1.js', '/assets/tabs-1.js']
      const overview = [...tripAssets, '/assets/today-1.js']
      expect(await namedAssets(signedIn(), `/trip/${TRIP}`)).toEqual(overview.toSorted())
      expect(await namedAssets(signedIn(), `/trip/${TRIP}?tab=meals`)).toEqual(
        [...tripAssets, '/assets/meals-1.js'].toSorted(),
      )
      expect(await namedAssets(signedIn(), `/trip/${TRIP}?tab=sign-in`)).toEqual(overview.toSorted())
      expect(await namedAssets(signedIn(), `/trip/${TRIP}/group`)).toEqual(
        [...groupAssets, '/assets/people-1.js'].toSorted(),
      )
      expect(await namedAssets(signedIn(), `/trip/${TRIP}/group?tab=gear`)).toEqual(
        [...groupAssets, '/assets/gear-1.js'].toSorted(),
      )
      expect(await namedAssets(signedIn(), `/trip/${TRIP}/map`)).toEqual([...tripAssets, '/assets/map-1.js'].toSorted())
      expect(await namedAssets(signedIn(), `/trip/${TRIP}/days?day=2`)).toEqual(
        [...tripAssets, '/assets/days-1.js'].toSorted(),
      )
      expect(await namedAssets(signedIn(), `/trip/${TRIP}/emergency?find=x`)).toEqual(
        [...tripAssets, '/assets/emergency-1.js'].toSorted(),
      )
      expect(await namedAssets(signedIn(), `/trip/${TRIP}/group?tab=meals`)).toEqual(
        [...groupAssets, '/assets/people-1.js'].toSorted(),
      )
    })

    it('is revalidated every time, sent only if changed, and compressed', async () => {
      const client = signedIn()
      const plain = await client.get('/')
      expect(plain.headers.get('cache-control')).toBe('no-cache')
      expect(plain.headers.get('vary')).toMatch(/Accept-Encoding.*Cookie/)
      const again = await client.get('/', { 'if-none-match': plain.headers.get('etag') ?? '' })
      expect(again).toMatchObject({ status: 304, text: '' })
      expect(again.headers.get('content-security-policy')).toBe(plain.headers.get('content-security-policy'))
      const brotli = await client.get('/', { 'accept-encoding': 'gzip, br' })
      expect(brotli.headers.get('content-encoding')).toBe('br')
      expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.text)
      const gzip = await client.get('/', { 'accept-encoding': 'gzip' })
      expect(gzip.headers.get('content-encoding')).toBe('gzip')
      expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text)
    })
  })

  describe('the preview of a link in a chat', () => {
    const links = [
      ['/join/a-secret', 'You’re invited to a trip'],
      [`/trip/${TRIP}`, 'A trip planned with Wayfare'],
      [`/trip/${TRIP}/group?tab=gear`, 'A trip planned with Wayfare'],
      [`/shared/${TRIP}?token=a-secret`, 'A trip planned with Wayfare'],
    ] as const
    const contentOf = (text: string, name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(text)?.[1]

    it('has a title and a picture at the configured address, and nothing of the trip or its link', async () => {
      const app = server.openAnother({ webFolder, env: { PUBLIC_URL: 'https://trips.example.org' } })
      const { id } = await insertTrip(server.db, { owner_id: person, name: 'Honeymoon' })
      for (const [path, title] of links) {
        const { text } = await app.openClient().get(path.replace(TRIP, id))
        expect(contentOf(text, 'og:title'), path).toBe(title)
        expect(contentOf(text, 'og:description'), path).toMatch(/plan/)
        for (const image of ['og:image', 'twitter:image'])
          expect(contentOf(text, image), path).toBe('https://trips.example.org/link-preview.png')
        expect(contentOf(text, 'twitter:card'), path).toBe('summary_large_image')
        expect(text).not.toMatch(/Honeymoon|a-secret/)
        expect(text, path).not.toContain(id)
      }
      const again = await app.openClient().get('/join/a-secret')
      const known = await app.openClient().get('/join/a-secret', { 'if-none-match': again.headers.get('etag') ?? '' })
      expect(known.status).toBe(304)
    })

    it('has the address of the request without a configured one, and is not for other pages', async () => {
      for (const [path] of links) {
        const answer = await server.openClient('http://127.0.0.1:3000').get(path)
        expect(contentOf(answer.text, 'og:image'), path).toMatch(/^http:\/\/[^/"]+\/link-preview\.png$/)
        expect(answer.headers.get('content-security-policy'), path).toContain("default-src 'none'")
      }
      for (const path of ['/', '/join/code']) expect((await server.openClient().get(path)).text).not.toContain('og:')
      expect((await signedIn().get(`/trip/${TRIP}`)).text).not.toContain('og:')
    })

    it('has a picture that other sites can show', async () => {
      const answer = await server.openClient().get('/link-preview.png')
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect((await server.openClient().get('/favicon.svg')).headers.get('cross-origin-resource-policy')).toBe(
        'same-origin',
      )
    })
  })

  describe('a hashed file', () => {
    it('is cached for good, and sent as the build compressed it', async () => {
      const client = server.openClient()
      const decoded = { identity: (bytes: Buffer) => bytes, br: brotliDecompressSync, gzip: gunzipSync }
      for (const [accepted, encoding] of [
        ['identity', 'identity'],
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
      ] as const) {
        const answer = await client.get('/assets/trip-1.js', { 'accept-encoding': accepted })
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding)
        expect(decoded[encoding](answer.bytes).toString()).toBe(SCRIPT)
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
        if (encoding !== 'identity') expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      }
    })

    it('is not found if missing, and that answer is not cached', async () => {
      for (const path of ['/assets/trip-0.js', '/assets/', '/assets/..%2fmanifest.json']) {
        const answer = await server.openClient().get(path)
        expect(answer, path).toMatchObject(failed(404, 'not_found'))
        expect(answer.headers.get('cache-control'), path).toBe('no-store')
      }
    })
  })

  it('files outside the web folder are not accessible', async () => {
    for (const path of [
      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/favicon.svg/..%2f..%2fpackage.json',
    ]) {
      const answer = await server.openClient().get(path)
      expect(answer.text, path).not.toContain('wayfare')
    }
    expect(await server.openClient().get('/favicon.svg')).toMatchObject({
      status: 200,
      text: expect.stringContaining('<svg'),
    })
  })

  it('an API response has its exact type, sends no referrer, and is not cached by others', async () => {
    const { user, client } = await server.signUp()
    const trip = await insertTrip(server.db, { owner_id: user.id })
    const answers = await Promise.all(
      ['/auth/v1/user', '/api/trips', `/api/trips/${trip.id}`, '/api/beta', '/healthz', '/api/unknown'].map((path) =>
        client.get(path),
      ),
    )
    for (const { headers } of answers) {
      expect(headers.get('content-type')).toBe('application/json')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('access-control-allow-origin')).toBe(null)
      expect(headers.get('cache-control') ?? '').not.toMatch(/public|max-age/)
    }
    for (const { headers } of answers.slice(1, 3)) expect(headers.get('cache-control')).toBe('private, no-cache')
  })
})
