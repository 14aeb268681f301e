import { useEffect, useRef, useState } from 'react'
import { anyResponse, type ChatRequest, readChatResponse } from '#domain/ai/chat.ts'
import { type AiConfig, aiConfig } from '#domain/api/ai.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { logFailure } from '../log.ts'
import { useQuery } from '../react/use-query.ts'
import { persistedAiTexts } from '../root/ai-texts.ts'
import { queryCache } from '../root/query-cache.ts'
import { useUser } from '../session/use-session.ts'
import type { AiText } from '../storage/persisted-ai-texts.ts'

type AiTextState =
  | { status: 'idle' }
  | { status: 'asking'; before: AiText | undefined }
  | { status: 'done'; made: AiText }
  | { status: 'failed'; message: string }

/** What the trip's details allow to ask. */
export interface AiQuestion {
  /** The place or the flight that it is about. A text about another one isn’t shown. */
  subject: string
  /** The sentence that says so, with the dates. */
  about: string
  build: (model: string) => ChatRequest
}

export interface AiTextControl {
  state: AiTextState
  /** Absent while the details lack something for it. */
  ask: (() => void) | undefined
  /** Stops waiting, and restores the earlier text. */
  cancel: () => void
}

/** The AI provider's settings; null if no AI is set up. */
const CONFIG: Query<AiConfig> = {
  key: ['ai'],
  queryFn: async () => {
    if (navigator.onLine === false) throw new AppError('unreachable')
    return request('/ai/v1', { schema: aiConfig })
  },
  staleTimeMs: 60_000,
}

/** Whether no AI is set up; false until the server answers. */
export function useIsWithoutAi(): boolean {
  return useQuery(CONFIG).data === null
}

/** How long the panels wait for that answer. Showing it later would move what is below them. */
const STATUS_TIMEOUT_MS = 1000

/** Resolves when it is known whether an AI is set up, or after STATUS_TIMEOUT_MS. Never rejects. */
export async function loadAiStatus(): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, STATUS_TIMEOUT_MS))
  await Promise.race([queryCache.fetchQuery(CONFIG).catch(() => undefined), timeout])
}

/** Longer than the timeout of the app's own server. */
const REQUEST_TIMEOUT_MS = 60_000

const IDLE: AiTextState = { status: 'idle' }
const NOTHING: { subject: string | undefined; state: AiTextState } = { subject: undefined, state: IDLE }

/**
 * One kind of AI text of a trip. The newest is persisted, for reading it offline.
 * @param question absent while the details lack something for it, which also drops the text
 * @param texts what to show if the answer is empty, and if the call fails
 */
export function useAiText(
  tripId: string,
  kind: 'weather' | 'flight',
  question: AiQuestion | undefined,
  texts: { none: string; failed: string },
): AiTextControl {
  const key = `${useUser().id} ${tripId} ${kind}`
  const subject = question?.subject
  const [current, setCurrent] = useState(NOTHING)
  const state = current.subject === subject ? current.state : IDLE
  const pendingCall = useRef<AbortController>(undefined)

  useEffect(() => {
    setCurrent(NOTHING)
    if (subject === undefined) {
      void persistedAiTexts.drop(key)
      return
    }
    let isOver = false
    void persistedAiTexts.find(key).then((made) => {
      if (made?.subject !== subject || isOver) return
      setCurrent((now) => (now === NOTHING ? { subject, state: { status: 'done', made } } : now))
    })
    return () => {
      isOver = true
      pendingCall.current?.abort()
    }
  }, [key, subject])

  function ask({ subject, about, build }: AiQuestion) {
    const before = state.status === 'done' ? state.made : undefined
    const call = new AbortController()
    const show = (state: AiTextState) => setCurrent({ subject, state })
    pendingCall.current = call
    show({ status: 'asking', before })
    complete(build, call.signal).then(
      (text) => {
        if (call.signal.aborted) return
        const made = { subject, about, text: text || texts.none, at: Date.now() }
        show({ status: 'done', made })
        void persistedAiTexts.persist(key, made)
      },
      (failure) => {
        if (call.signal.aborted) return
        logFailure('The AI text could not be generated', failure)
        show({ status: 'failed', message: wordsOf(failure) ?? texts.failed })
      },
    )
  }

  function cancel() {
    pendingCall.current?.abort()
    if (state.status !== 'asking') return
    setCurrent({ subject, state: state.before ? { status: 'done', made: state.before } : IDLE })
  }

  return { state, ask: question && (() => ask(question)), cancel }
}

/** Returns the server's message for failures that a retry cannot fix. */
function wordsOf(failure: unknown): string | undefined {
  const isPermanent = failure instanceof AppError && ['ai_not_configured', 'too_many_requests'].includes(failure.code)
  return isPermanent ? failure.message : undefined
}

/** Requests a chat completion at the configured URL, by default from the app's own server. @throws AppError */
async function complete(build: (model: string) => ChatRequest, signal: AbortSignal): Promise<string> {
  const config = await queryCache.fetchQuery(CONFIG)
  if (!config) throw new AppError('ai_not_configured', m.api_errors_ai_not_configured())
  const answer = await request<unknown>(`${config.base_url}/chat/completions`, {
    method: 'POST',
    body: build(config.model),
    signal: withTimeout(REQUEST_TIMEOUT_MS, signal),
    ...(config.browser_key !== null && { bearer: config.browser_key }),
    schema: anyResponse,
  })
  const text = readChatResponse(answer)
  if (text === undefined) throw new AppError('ai_failed')
  return text
}

/** Combines `signal` with a timeout. Safari before 17.4 has no `AbortSignal.any`. */
function withTimeout(ms: number, signal: AbortSignal): AbortSignal {
  const combined = new AbortController()
  for (const one of [signal, AbortSignal.timeout(ms)]) {
    if (one.aborted) combined.abort()
    one.addEventListener('abort', () => combined.abort())
  }
  return combined.signal
}
