import type { ChatRequest } from '#domain/ai/chat.ts'
import { readChatAnswer } from '#domain/ai/chat.ts'
import { AppError } from '#domain/errors.ts'
import type { AiSettings } from '../settings.ts'

/*
 * The AI text provider, as the server asks it.
 * Job: pass a person's question on with the server's key, and only the answer's text back.
 * Invariants: the model is the configured one; the key stands in the request to the provider and nowhere else; what the
 *   provider says beside the text (headers, ids, error texts, which may repeat the key) goes no further.
 * Failure: whatever the provider does becomes one of a few codes, within the time limit and 256 kB.
 */

const MAX_ANSWER = 256 * 1024

/**
 * Asks the provider.
 * @param signal ends the request when the person no longer waits
 * @returns the text, '' where the provider gave none
 * @throws AppError ai_refused, ai_busy, ai_failed, ai_timed_out
 */
export async function completeChat(settings: AiSettings, request: ChatRequest, signal: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(settings.timeoutMs)
  try {
    const answer = await fetch(`${settings.baseUrl}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.any([signal, timeout]),
      headers: {
        'Content-Type': 'application/json',
        ...(settings.apiKey && { Authorization: `Bearer ${settings.apiKey}` }),
      },
      body: JSON.stringify({ ...request, model: settings.model }),
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw refusalOf(answer.status)
    }
    const text = readChatAnswer(await readJson(answer))
    if (text === undefined) throw new AppError('ai_failed')
    return text
  } catch (failure) {
    if (timeout.aborted) throw new AppError('ai_timed_out')
    if (failure instanceof AppError) throw failure
    // Only the kind of failure is passed on: a provider's address or words are nobody's business.
    throw new AppError('ai_failed', undefined, {
      cause: failure instanceof Error ? new Error(failure.name) : undefined,
    })
  }
}

function refusalOf(status: number): AppError {
  if (status === 401 || status === 403) return new AppError('ai_refused')
  return new AppError(status === 429 ? 'ai_busy' : 'ai_failed')
}

/** Reads no more than is sensible of an answer, however long it is. */
async function readJson(answer: Response): Promise<unknown> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of answer.body ?? []) {
    length += piece.length
    if (length > MAX_ANSWER) throw new AppError('ai_failed')
    pieces.push(piece)
  }
  return JSON.parse(Buffer.concat(pieces).toString('utf8'))
}
