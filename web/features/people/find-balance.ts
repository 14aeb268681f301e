import { listNamed } from '#domain/costs/former-people.ts'
import type { Costs } from '#domain/plan/costs.ts'
import * as m from '#messages'

const PATIENCE_MS = 3000

/** Loads what finds a balance. Without retries: somebody who presses Remove gets an answer at once, also offline. */
export const loadBalance = () => import('./former-balance.ts')

/**
 * What to say about the costs before a person is removed: what they owe or are owed; '' for nothing. If that cannot be
 * loaded, that the costs name them.
 */
export async function findBalance(
  costs: Costs | undefined,
  { personId, name }: { personId: string; name: string },
  load: typeof loadBalance = loadBalance,
): Promise<string> {
  if (!costs || !listNamed(costs).includes(personId)) return ''
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, PATIENCE_MS)
    })
    const { formerBalanceWords } = await Promise.race([load(), tooLong])
    return formerBalanceWords(costs, personId, name)
  } catch {
    return m.costs_former_named({ name })
  } finally {
    clearTimeout(timer)
  }
}
