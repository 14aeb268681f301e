import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_AI_MODEL } from '#domain/api/ai.ts'
import { uploadPath } from '#domain/api/documents.ts'
import { says, TestAiProvider } from '#server/testing/ai-provider.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { engines, makeEmptyDatabase } from '#server/testing/engines.ts'
import { addressOf, BuiltServer, type Run } from '#server/testing/server-process.ts'
import { json } from '#server/testing/stand-in.ts'
import { buildRegistration } from '#server/testing/test-app.ts'

let built: BuiltServer
beforeAll(async () => {
  built = await BuiltServer.build()
}, 60_000)
afterAll(() => built.remove())

/** The address of a server's metrics, which it logs. */
async function findMetricsUrl({ child, output }: Run): Promise<string> {
  const findAddress = () =>
    /"address":\{"address":"127\.0\.0\.1","family":"IPv4","port":(\d+)\},"msg":"metrics are available"/.exec(
      output.stdout,
    )?.[1]
  while (!findAddress()) await once(child.stdout as NodeJS.ReadableStream, 'data')
  return `http://127.0.0.1:${findAddress()}/metrics`
}

/** The metrics by name and labels, as they are written. */
async function scrape(address: string): Promise<Map<string, number>> {
  const answer = await fetch(address)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line): [string, number] => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  )
}

describe.each(engines)('the metrics of a server on %s', (engine) => {
  let remove: () => Promise<void>
  let provider: TestAiProvider
  let run: Run
  let origin: string
  let metrics: string
  beforeAll(async () => {
    provider = await TestAiProvider.open()
    const empty = await makeEmptyDatabase(engine)
    remove = empty.remove
    const { dataDir, databaseUrl } = empty.settings
    run = built.start({
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      METRICS_PORT: '0',
      AI_BASE_URL: provider.baseUrl,
      DEMO: 'off',
      SIGN_UPS_PER_HOUR: '1',
    })
    origin = (await addressOf(run)).origin
    metrics = await findMetricsUrl(run)
  })
  afterAll(async () => {
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    await remove()
    await provider.close()
  })

  let cookie = ''
  const send = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(origin + path, {
      method,
      headers: { origin, cookie, 'content-type': 'application/json' },
      ...(body && { body: body instanceof Buffer ? (body as Buffer<ArrayBuffer>) : JSON.stringify(body) }),
    })

  it('report what people did, without identifying anybody', async () => {
    const signedUp = await send('POST', '/auth/v1/signup', buildRegistration())
    cookie = signedUp.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    expect((await send('POST', '/auth/v1/signup', buildRegistration())).status).toBe(429)
    const id = randomUUID()
    expect((await send('POST', '/api/trips', { id, name: 'To the lake', type: 'air_travel' })).status).toBe(201)
    const set = (at: string[]) => ({ id: randomUUID(), section: 'details', do: 'set', at, to: 'Pog Lake', was: '' })
    const operations = [set(['destination_name']), set(['arrival_airport_code']), set(['nothing'])]
    expect((await send('POST', `/api/trips/${id}/operations`, { operations, seen: {} })).status).toBe(200)
    expect((await send('PUT', uploadPath(id, randomUUID(), 'a.pdf'), buildFile('pdf', 1000))).status).toBe(200)
    for (const path of [`/api/nothing/${id}`, `/nothing/${id}`, '/metrics'])
      expect((await send('GET', path)).status).toBe(404)
    await send('PROPFIND', '/api/trips')
    const chat = {
      model: DEFAULT_AI_MODEL,
      messages: [{ role: 'user', content: 'Rain?' }],
      max_tokens: 9,
      temperature: 0,
    }
    provider.answers = [says('Sunny.'), json(500, {})]
    for (const status of [200, 502]) expect((await send('POST', '/ai/v1/chat/completions', chat)).status).toBe(status)
    const leaving = new AbortController()
    await fetch(`${origin}/api/trips/${id}/events`, { headers: { cookie }, signal: leaving.signal })

    const found = await scrape(metrics)
    const requests = (labels: string) => found.get(`wayfare_request_seconds_count{${labels}}`)
    expect(requests('method="POST",route="/auth/v1/signup",status="2xx"')).toBe(1)
    expect(requests('method="POST",route="/auth/v1/signup",status="4xx"')).toBe(1)
    expect(requests('method="POST",route="/api/trips/:tripId/operations",status="2xx"')).toBe(1)
    expect(requests('method="GET",route="/api/*",status="4xx"')).toBe(1)
    expect(requests('method="other",route="/api/*",status="4xx"')).toBe(1)
    expect(found.get('wayfare_operations_total{outcome="applied"}')).toBe(2)
    expect(found.get('wayfare_operations_total{outcome="invalid_operation"}')).toBe(1)
    expect(found.get('wayfare_failures_total{code="too_many_requests"}')).toBe(1)
    expect(found.get('wayfare_limited_total{limit="sign-up"}')).toBe(1)
    for (const outcome of ['ok', 'ai_failed'])
      expect(found.get(`wayfare_ai_seconds_count{outcome="${outcome}"}`), outcome).toBe(1)
    expect(found.get('wayfare_uploads_total')).toBe(1)
    expect(found.get('wayfare_upload_bytes_total')).toBe(1000)
    expect(found.get('wayfare_event_streams')).toBe(1)
    expect(found.get('wayfare_connections')).toBeGreaterThan(0)
    for (const what of ['turn', 'wait', 'hold', 'commit'])
      expect(found.get(`wayfare_database_seconds_count{what="${what}"}`), what).toBeGreaterThan(0)
    expect(found.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
    expect(found.get('wayfare_pool_connections') === undefined).toBe(engine === 'sqlite')
    expect((found.get('wayfare_database_seconds_count{what="flush"}') ?? 0) > 0).toBe(engine === 'sqlite')
    expect([...found.keys()].join('\n')).not.toContain(id)
    leaving.abort()
  })

  it('report sizes', async () => {
    const measured = ['wayfare_trips', 'wayfare_accounts', 'wayfare_documents_bytes', 'wayfare_database_bytes']
    const sizes = engine === 'sqlite' ? [...measured, 'wayfare_database_log_bytes'] : measured
    const found = await scrape(metrics)
    for (const name of [...sizes, 'wayfare_refused_addresses']) expect(found.has(name), name).toBe(true)
  })

  it('track open streams until they are closed', async () => {
    while ((await scrape(metrics)).get('wayfare_event_streams') !== 0)
      await new Promise((resolve) => setImmediate(resolve))
  })

  it("are served at no other path, and not on the app's port", async () => {
    for (const path of ['/', '/healthz', '/metrics?x']) expect((await fetch(new URL(path, metrics))).status).toBe(404)
    expect((await fetch(metrics, { method: 'POST' })).status).toBe(404)
    expect(await (await send('GET', '/metrics')).text()).not.toContain('wayfare_')
  })
})

it('a server whose metrics port is in use prints so in one line and exits', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const data = await mkdtemp(join(built.folder, 'data-'))
  const { output, ended } = built.start({ DATA_DIR: data, METRICS_PORT: String(port) })
  expect(await ended).toBe(1)
  expect(output.stderr).toBe(`METRICS_PORT: port ${port} on 127.0.0.1 is in use by another program.\n`)
  other.close()
})
