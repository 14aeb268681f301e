import { useEffect, useRef, useState } from 'react'
import { anyAnswer, type ChatRequest, readChatAnswer } from '#domain/ai/chat.ts'
import { AI_NOT_CONFIGURED, type AiConfig, aiConfig } from '#domain/api/ai.ts'
import { AppError } from '#domain/errors.ts'
import { type AiText, findAiText, persistAiText } from '../device/persisted-ai-texts.ts'
import { request } from '../http/http.ts'
import { type Query, queryCache, useQuery } from '../http/query-cache.ts'
import { logFailure } from '../log.ts'
import { useUser } from '../session/use-session.ts'

type AiTextState =
  | { status: 'idle' }
  | { status: 'asking'; before: AiText | undefined }
  | { status: 'done'; made: AiText }
  | { status: 'failed'; message: string }

export interface AiTextControl {
  state: AiTextState
  ask: (build: (model: string) => ChatRequest) => void
  /** Stops waiting; what was there before is there again. */
  cancel: () => void
  /** Stops waiting, and forgets the failure. The text that was made stays. */
  clear: () => void
}

/** Where AI texts are made, if anywhere. */
const CONFIG: Query<AiConfig> = {
  key: ['ai'],
  queryFn: async () => {
    if (navigator.onLine === false) throw new AppError('unreachable')
    return request('/ai/v1', { schema: aiConfig })
  },
  staleTimeMs: 60_000,
}

/** Whether the server has said that no AI is set up. False also while that could not be asked. */
export function useIsWithoutAi(): boolean {
  return useQuery(CONFIG).data === null
}

/** How long the panels wait to know that, rather than say it late and move what stands below them. */
const KNOWN_WITHIN_MS = 1000

/** Ends once it is known whether an AI is set up, or cannot be known soon. Never fails. */
export async function loadAiStatus(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, KNOWN_WITHIN_MS))
  await Promise.race([queryCache.fetchQuery(CONFIG).catch(() => undefined), late])
}

/** How long the browser waits for a provider; the app's own server gives up before. */
const PATIENCE_MS = 60_000

/**
 * One kind of AI text of a trip. The newest stays on this device, so that it can be read without a network.
 * @param texts what is said when there is no text, and when the call fails
 */
export function useAiText(
  tripId: string,
  kind: 'weather' | 'flight',
  texts: { none: string; failed: string },
): AiTextControl {
  const key = `${useUser().id} ${tripId} ${kind}`
  const [state, setState] = useState<AiTextState>({ status: 'idle' })
  const asking = useRef<AbortController>(undefined)

  useEffect(() => {
    let isGone = false
    void findAiText(key).then((made) => {
      if (made && !isGone) setState((current) => (current.status === 'idle' ? { status: 'done', made } : current))
    })
    return () => {
      isGone = true
      asking.current?.abort()
    }
  }, [key])

  function ask(build: (model: string) => ChatRequest) {
    const before = state.status === 'done' ? state.made : undefined
    const call = new AbortController()
    asking.current = call
    setState({ status: 'asking', before })
    complete(build, call.signal).then(
      (text) => {
        if (call.signal.aborted) return
        const made = { text: text || texts.none, at: Date.now() }
        setState({ status: 'done', made })
        void persistAiText(key, made)
      },
      (failure) => {
        if (call.signal.aborted) return
        logFailure('The AI text could not be made', failure)
        setState({ status: 'failed', message: wordsOf(failure) ?? texts.failed })
      },
    )
  }

  function cancel() {
    asking.current?.abort()
    setState((current) => {
      if (current.status !== 'asking') return current
      return current.before ? { status: 'done', made: current.before } : { status: 'idle' }
    })
  }

  function clear() {
    cancel()
    setState((current) => (current.status === 'failed' ? { status: 'idle' } : current))
  }

  return { state, ask, cancel, clear }
}

/** Where nothing is to be mended by a new try, the server's own words say so. */
function wordsOf(failure: unknown): string | undefined {
  const isTold = failure instanceof AppError && ['ai_not_configured', 'too_many_requests'].includes(failure.code)
  return isTold ? failure.message : undefined
}

/** Makes the chat completion where the server says: by default through the app itself. @throws AppError */
async function complete(build: (model: string) => ChatRequest, signal: AbortSignal): Promise<string> {
  const config = await queryCache.fetchQuery(CONFIG)
  if (!config) throw new AppError('ai_not_configured', AI_NOT_CONFIGURED)
  const answer = await request<unknown>(`${config.base_url}/chat/completions`, {
    method: 'POST',
    body: build(config.model),
    signal: within(PATIENCE_MS, signal),
    ...(config.browser_key !== null && { bearer: config.browser_key }),
    schema: anyAnswer,
  })
  const text = readChatAnswer(answer)
  if (text === undefined) throw new AppError('ai_failed')
  return text
}

/** A signal that aborts with another one, and after so long at the latest. Safari before 17.4 has no `AbortSignal.any`. */
function within(ms: number, signal: AbortSignal): AbortSignal {
  const either = new AbortController()
  for (const one of [signal, AbortSignal.timeout(ms)]) {
    if (one.aborted) either.abort()
    one.addEventListener('abort', () => either.abort())
  }
  return either.signal
}
