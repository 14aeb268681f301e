import { Hono } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { canAskAi } from '#domain/access.ts'
import { chatRequest } from '#domain/ai/chat.ts'
import type { AiConfig } from '#domain/api/ai.ts'
import { AppError } from '#domain/errors.ts'
import { completeChat } from '../ai/provider.ts'
import type { AppDeps, AppEnv } from '../http/context.ts'
import { parseBody } from '../http/request-body.ts'
import { requireUser } from '../http/session-cookie.ts'

/** The AI texts: how the browser asks for them, and the call itself, to which the server adds its key. */
export function aiRoutes(deps: AppDeps): Hono<AppEnv> {
  const { ai } = deps.settings
  const asked = new RateLimiterMemory({ points: ai?.requestsPerHour ?? 1, duration: 60 * 60 })
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
    if (request.model !== ai.model) throw new AppError('invalid_request', `model: Only ${ai.model} is configured`)
    await asked.consume(person.id).catch((refused) => {
      throw refused instanceof RateLimiterRes ? new AppError('too_many_requests') : refused
    })
    const content = await completeChat(ai, request, c.req.raw.signal)
    return c.json({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] })
  })

  return routes
}
