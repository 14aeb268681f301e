import { Hono } from 'hono'
import { canAskAi } from '#domain/access.ts'
import { chatRequest } from '#domain/ai/chat.ts'
import type { AiConfig } from '#domain/api/ai.ts'
import { AppError } from '#domain/errors.ts'
import { completeChat } from '../ai/provider.ts'
import { secondsSince } from '../db/database-times.ts'
import type { AppEnv } from '../http/context.ts'
import { invalidRequest, parseBody } from '../http/request-body.ts'
import type { AppDeps } from './app-deps.ts'
import { requireUser } from './session.ts'

/** The AI texts: the browser's configuration, and the proxied call with the server's key. */
export function aiRoutes(deps: AppDeps): Hono<AppEnv> {
  const { settings, metrics } = deps
  const { ai } = settings
  const routes = new Hono<AppEnv>()

  routes.get('/', async (c) => {
    if (!canAskAi(await requireUser(c, deps))) throw new AppError('account_needed')
    c.header('Cache-Control', 'private, no-store')
    if (!ai) return c.json<AiConfig>(null)
    const base_url = ai.browserKey === undefined ? '/ai/v1' : ai.baseUrl
    return c.json<AiConfig>({ base_url, model: ai.model, browser_key: ai.browserKey ?? null })
  })

  routes.post('/chat/completions', async (c) => {
    const person = await requireUser(c, deps)
    if (!canAskAi(person)) throw new AppError('account_needed')
    const request = await parseBody(c, chatRequest)
    if (!ai) throw new AppError('ai_not_configured')
    if (request.model !== ai.model) throw invalidRequest(`model: Only ${ai.model} is configured`)
    const releaseSlot = await deps.attempts.acquireAiSlot(person.id)
    const content = await deps.attempts
      .countAiText(person.id)
      .then(() => complete(ai, request, c.req.raw.signal))
      .finally(releaseSlot)
    return c.json({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] })
  })

  async function complete(...args: Parameters<typeof completeChat>): Promise<string> {
    const started = performance.now()
    const count = (outcome: string) => metrics?.countAiText(outcome, secondsSince(started))
    try {
      const text = await completeChat(...args)
      count('ok')
      return text
    } catch (failure) {
      count(failure instanceof AppError ? failure.code : 'internal_error')
      throw failure
    }
  }

  return routes
}
