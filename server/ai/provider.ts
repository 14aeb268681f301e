import type { ChatRequest } from '#domain/ai/chat.ts'
import { readChatResponse } from '#domain/ai/chat.ts'
import { AppError } from '#domain/errors.ts'
import { readJsonResponse } from '../http/json-response.ts'
import { withTimeLimit } from '../http/time-limit.ts'
import type { AiSettings } from '../settings/settings.ts'

/*
 * Client for the AI text provider.
 * Job: forward a person's question with the server's key, and return only the text of the answer.
 * Invariants: the configured model is always used. The key appears only in the request to the provider. Nothing else
 *   from the provider's response (headers, ids, error texts, which may repeat the key) is passed on.
 * Failure: every provider failure becomes one of a few codes, within the time limit and 256 kB.
 */

/**
 * @param signal aborts the request when the person no longer waits
 * @returns the text, '' if the provider returned none
 * @throws AppError ai_refused, ai_busy, ai_failed, ai_timed_out
 */
export function completeChat(settings: AiSettings, request: ChatRequest, signal: AbortSignal): Promise<string> {
  return withTimeLimit(settings.timeoutMs, signal, async (limited) => {
    try {
      return await ask(settings, request, limited)
    } catch (failure) {
      if (limited.aborted && !signal.aborted) throw new AppError('ai_timed_out')
      if (failure instanceof AppError) throw failure
      // The cause holds only the error's name: its message can contain the provider's address or response.
      throw new AppError('ai_failed', undefined, {
        cause: failure instanceof Error ? new Error(failure.name) : undefined,
      })
    }
  })
}

async function ask(settings: AiSettings, request: ChatRequest, signal: AbortSignal): Promise<string> {
  const answer = await fetch(`${settings.baseUrl}/chat/completions`, {
    method: 'POST',
    redirect: 'error',
    signal,
    headers: {
      'Content-Type': 'application/json',
      ...(settings.apiKey && { Authorization: `Bearer ${settings.apiKey}` }),
    },
    body: JSON.stringify({ ...request, model: settings.model }),
  })
  if (!answer.ok) {
    await answer.body?.cancel()
    throw toRefusal(answer.status)
  }
  const text = readChatResponse(await readJsonResponse(answer))
  if (text === undefined) throw new AppError('ai_failed')
  return text
}

function toRefusal(status: number): AppError {
  if (status === 401 || status === 403) return new AppError('ai_refused')
  return new AppError(status === 429 ? 'ai_busy' : 'ai_failed')
}
