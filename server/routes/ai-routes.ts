import { Hono } from 'hono'
import { canAskAi } from '#domain/access.ts'
import { chatRequest } from '#domain/ai/chat.ts'
import type { AiConfig } from '#domain/api/ai.ts'
import { AppError } from '#domain/errors.ts'
import { completeChat } from '../ai/provider.ts'
import type { AppDeps, AppEnv } from '../http/context.ts'
import { parseBody } from '../http/request-body.ts'
import { requireUser } from '../http/session-cookie.ts'

/** So many texts are made for one person at a time. */
const AT_A_TIME = 2

/** The AI texts: how the browser asks for them, and the call itself, to which the server adds its key. */
export function aiRoutes(deps: AppDeps): Hono<AppEnv> {
  const { ai } = deps.settings
  const underWay = new Map<string, number>()
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
    const running = underWay.get(person.id) ?? 0
    if (running >= AT_A_TIME) throw new AppError('too_many_requests')
    underWay.set(person.id, running + 1)
    const content = await deps.attempts
      .countAiText(person.id)
      .then(() => completeChat(ai, request, c.req.raw.signal))
      .finally(() => {
        const left = (underWay.get(person.id) ?? 1) - 1
        if (left > 0) underWay.set(person.id, left)
        else underWay.delete(person.id)
      })
    return c.json({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] })
  })

  return routes
}
