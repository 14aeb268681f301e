import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChatRequest } from '#domain/ai/chat.ts'
import { halfAnAnswer, says, TestAiProvider } from '#server/testing/ai-provider.ts'
import { insertAccount } from '#server/testing/rows.ts'
import { json, raw, silence } from '#server/testing/stand-in.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

const KEY = 'sk-very-secret-key'
const MODEL = 'trail-model'
const question = (changed: Partial<Record<keyof ChatRequest, unknown>> = {}) => ({
  model: MODEL,
  messages: [
    { role: 'system', content: 'You are a weather assistant.' },
    { role: 'user', content: 'What will it be like?' },
  ],
  max_tokens: 500,
  temperature: 0.7,
  ...changed,
})

// One engine suffices, since none of this is stored in the database.
describe('AI texts', () => {
  let provider: TestAiProvider
  let appWithoutAi: TestApp
  let server: TestApp
  let client: TestClient
  beforeAll(async () => {
    appWithoutAi = await openTestApp('sqlite')
  })
  afterAll(() => appWithoutAi.remove())
  beforeEach(async () => {
    provider = await TestAiProvider.open()
    server = open()
    client = await signIn(server)
  })
  afterEach(() => provider.close())

  const open = (env: Record<string, string> = {}) =>
    appWithoutAi.openAnother({ env: { AI_API_KEY: KEY, AI_BASE_URL: provider.baseUrl, AI_MODEL: MODEL, ...env } })
  const signIn = async (app: TestApp) => app.openSession({ id: await insertAccount(app.db) })
  const ask = (by = client, body: unknown = question()) => by.post('/ai/v1/chat/completions', body)

  it('PROD-16, PROD-17, CALL-AI-1 use the server’s key, and return only the text', async () => {
    const answer = await ask()
    expect(answer).toMatchObject({
      status: 200,
      body: { choices: [{ index: 0, message: { role: 'assistant', content: 'Sunny.' }, finish_reason: 'stop' }] },
    })
    expect(provider.received).toEqual([
      { path: '/v1/chat/completions', authorization: `Bearer ${KEY}`, body: question(), brokenOff: false },
    ])
    expect(answer.text).not.toContain('chat-1')
  })

  it('PROD-19 are configured for the browser, by default without any key', async () => {
    const own = await client.get('/ai/v1')
    expect(own.body).toEqual({ base_url: '/ai/v1', model: MODEL, browser_key: null })
    const direct = open({ AI_BROWSER_KEY: 'pk-public' })
    const config = await (await signIn(direct)).get('/ai/v1')
    expect(config.body).toEqual({ base_url: provider.baseUrl, model: MODEL, browser_key: 'pk-public' })
    expect(config.text).not.toContain(KEY)
    expect(await direct.openClient().get('/ai/v1')).toMatchObject(failed(401, 'not_signed_in'))
  })

  it('ERR-36 say what is missing if no provider is configured', async () => {
    const somebody = await signIn(appWithoutAi)
    expect((await somebody.get('/ai/v1')).body).toBeNull()
    expect(await ask(somebody)).toMatchObject({
      status: 503,
      body: {
        error: {
          code: 'ai_not_configured',
          message: 'AI provider key is not configured. Add AI_API_KEY to the environment configuration.',
        },
      },
    })
  })

  it('are not logged as failures if no provider is configured', async () => {
    expect((await ask(await signIn(appWithoutAi))).status).toBe(503)
    expect(appWithoutAi.log.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  it('are limited to two at a time per person', async () => {
    provider.answers = [silence]
    const all = [1, 2, 3].map(() => ask())
    await expect.poll(() => provider.received.length).toBe(2)
    expect(await Promise.race(all)).toMatchObject(failed(429, 'too_many_requests'))
    const other = await signIn(server)
    provider.answers = [says('Rain.')]
    expect((await ask(other)).status).toBe(200)
  })

  it('are limited per day for everybody together', async () => {
    const few = open({ AI_REQUESTS_PER_DAY: '2' })
    for (const by of [await signIn(few), await signIn(few)]) expect((await ask(by)).status).toBe(200)
    const answer = await ask(await signIn(few))
    expect(answer).toMatchObject(failed(429, 'too_many_requests'))
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(23 * 60 * 60)
  })

  it('need no key if the provider needs none', async () => {
    const local = open({ AI_API_KEY: '' })
    expect((await ask(await signIn(local))).status).toBe(200)
    expect(provider.received[0]?.authorization).toBeUndefined()
  })

  it('require signing in, and are limited per person', async () => {
    expect(await ask(server.openClient())).toMatchObject(failed(401, 'not_signed_in'))
    const few = open({ AI_REQUESTS_PER_HOUR: '2' })
    const [one, two] = [await signIn(few), await signIn(few)]
    for (const status of [200, 200, 429]) expect((await ask(one)).status).toBe(status)
    expect((await ask(two)).status).toBe(200)
    expect(provider.received).toHaveLength(3)
  })

  it('accept only the configured model, the two roles and the specified limits', async () => {
    const wrong = [
      question({ model: 'gpt-9' }),
      question({ model: '' }),
      question({ max_tokens: 501 }),
      question({ max_tokens: 0 }),
      question({ max_tokens: 1.5 }),
      question({ temperature: 3 }),
      question({ messages: [] }),
      question({ messages: Array(5).fill({ role: 'user', content: 'x' }) }),
      question({ messages: [{ role: 'assistant', content: 'x' }] }),
      question({ messages: [{ role: 'user', content: 'x'.repeat(20_001) }] }),
      { ...question(), stream: true },
      { ...question(), tools: [] },
      [],
    ]
    for (const body of wrong) expect(await ask(client, body)).toMatchObject(failed(400, 'invalid_request'))
    expect(provider.received).toEqual([])
  })

  const bad = {
    'refuses the key': [
      json(401, { error: { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' } }),
      502,
      'ai_refused',
    ],
    'is busy': [json(429, { error: { message: 'slow down' } }, { 'Retry-After': '20' }), 503, 'ai_busy'],
    fails: [json(500, { error: 'oops' }), 502, 'ai_failed'],
    'answers with a page': [
      raw(200, '<!doctype html><h1>Hello</h1>', { 'Content-Type': 'text/html' }),
      502,
      'ai_failed',
    ],
    'answers with another form': [json(200, { text: 'Sunny.' }), 502, 'ai_failed'],
    'answers with half a text': [halfAnAnswer, 502, 'ai_failed'],
    'answers with 10 MB': [raw(200, Buffer.alloc(10 * 1024 * 1024, ' ')), 502, 'ai_failed'],
    'sends elsewhere': [raw(302, '', { Location: 'http://127.0.0.1:9/' }), 502, 'ai_failed'],
  } as const

  it.each(Object.entries(bad))(
    'fail without the provider’s words or the key if it %s',
    async (_, [response, status, code]) => {
      provider.answers = [response]
      const lines = server.log.length
      const answer = await ask()
      expect(answer).toMatchObject(failed(status, code))
      expect(answer.text).not.toContain(KEY)
      const log = JSON.stringify(server.log.slice(lines))
      expect(log).not.toContain(KEY)
      expect(log).not.toContain('Incorrect API key')
      provider.answers = [says('Sunny.')]
      expect((await ask()).status).toBe(200)
    },
  )

  it.each([null, ['Sunny.'], undefined])(
    'CALL-AI-24, CALL-AI-25 are empty if the choice has no text (%j)',
    async (content) => {
      provider.answers = [says(content)]
      expect(await ask()).toMatchObject({ status: 200, body: { choices: [{ message: { content: '' } }] } })
    },
  )

  it('time out if the provider is silent or unreachable', async () => {
    provider.answers = [silence]
    const hasty = open({ AI_TIMEOUT_SECONDS: '1' })
    expect(await ask(await signIn(hasty))).toMatchObject(failed(504, 'ai_timed_out'))
    const unreachable = open({ AI_BASE_URL: 'http://127.0.0.1:9/v1' })
    expect(await ask(await signIn(unreachable))).toMatchObject(failed(502, 'ai_failed'))
  })

  it('are aborted at the provider when the client disconnects', async () => {
    provider.answers = [silence]
    const leaving = new AbortController()
    const pending = client.send('POST', '/ai/v1/chat/completions', { body: question(), signal: leaving.signal })
    while (provider.received.length === 0) await wait(5)
    leaving.abort()
    expect((await pending).status).toBe(502)
    while (!provider.received[0]?.brokenOff) await wait(5)
  })
})
