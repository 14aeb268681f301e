import * as z from 'zod/mini'

/** A chat completion request, which any OpenAI-compatible provider accepts. */
export const chatRequest = z.strictObject({
  model: z.string().check(z.minLength(1), z.maxLength(200)),
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user']), content: z.string().check(z.maxLength(20_000)) }))
    .check(z.minLength(1), z.maxLength(4)),
  max_tokens: z.int().check(z.positive(), z.maximum(500)),
  temperature: z.number().check(z.minimum(0), z.maximum(2)),
})
export type ChatRequest = z.infer<typeof chatRequest>

export const anyResponse = z.unknown()

/** What is read of a provider's answer: the first choice's text. Everything else is ignored. */
const chatAnswer = z.object({ choices: z.array(z.unknown()) })
const choice = z.object({ message: z.object({ content: z.string() }) })

/** The longest text that is shown. Cuts the answer of a provider that ignores `max_tokens`. */
export const MAX_TEXT = 20_000

/** A provider's text; '' if it answered without one, undefined if its answer is not a chat completion. */
export function readChatResponse(answer: unknown): string | undefined {
  const parsed = chatAnswer.safeParse(answer)
  if (!parsed.success) return undefined
  const first = choice.safeParse(parsed.data.choices[0])
  return first.success ? first.data.message.content.slice(0, MAX_TEXT) : ''
}
