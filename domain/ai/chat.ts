import * as z from 'zod/mini'

/** The form of a chat completion that the app asks for, which any OpenAI-compatible provider takes. */
export const chatRequest = z.strictObject({
  model: z.string().check(z.minLength(1), z.maxLength(200)),
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user']), content: z.string().check(z.maxLength(20_000)) }))
    .check(z.minLength(1), z.maxLength(4)),
  max_tokens: z.int().check(z.positive(), z.maximum(500)),
  temperature: z.number().check(z.minimum(0), z.maximum(2)),
})
export type ChatRequest = z.infer<typeof chatRequest>

/** A provider's answer, of which nothing is known yet. */
export const anyAnswer = z.unknown()

/** What is read of a provider's answer: the first choice's text. Everything else in it may be as it likes. */
const chatAnswer = z.object({ choices: z.array(z.unknown()) })
const choice = z.object({ message: z.object({ content: z.string() }) })

/** The longest text that is shown; a provider that ignores `max_tokens` is cut here. */
export const MAX_TEXT = 20_000

/** A provider's text; '' where it answered without one, undefined where its answer is no chat completion at all. */
export function readChatAnswer(answer: unknown): string | undefined {
  const parsed = chatAnswer.safeParse(answer)
  if (!parsed.success) return undefined
  const first = choice.safeParse(parsed.data.choices[0])
  return first.success ? first.data.message.content.slice(0, MAX_TEXT) : ''
}
