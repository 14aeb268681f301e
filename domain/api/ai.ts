import * as z from 'zod/mini'

/**
 * `GET /ai/v1`: where the browser sends its chat completions, and which model it names; null where no provider is
 * configured. `browser_key` is set only where the operator wants browsers to call the provider themselves.
 */
export const aiConfig = z.nullable(
  z.object({ base_url: z.string(), model: z.string(), browser_key: z.nullable(z.string()) }),
)
export type AiConfig = z.infer<typeof aiConfig>

/** ERR-36. Not among the sentences that every page loads. */
export const AI_NOT_CONFIGURED = 'AI provider key is not configured. Add AI_API_KEY to the environment configuration.'

export const DEFAULT_AI_MODEL = 'gpt-3.5-turbo'
