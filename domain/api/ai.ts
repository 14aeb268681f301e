import * as z from 'zod/mini'

/**
 * `GET /ai/v1`: where the browser sends its chat completions, and which model it names; null if no provider is
 * configured. `browser_key` is set only if the operator wants browsers to call the provider directly.
 */
export const aiConfig = z.nullable(
  z.object({ base_url: z.string(), model: z.string(), browser_key: z.nullable(z.string()) }),
)
export type AiConfig = z.infer<typeof aiConfig>

export const DEFAULT_AI_MODEL = 'gpt-3.5-turbo'
