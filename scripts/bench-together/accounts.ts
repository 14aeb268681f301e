import { sessionAnswer } from '#domain/api/auth.ts'
import type { Registration } from '#domain/api/credentials.ts'

/** Registers somebody. Answers their id, and the cookie of their session. */
export async function register(address: string, number: number): Promise<{ person: string; cookie: string }> {
  const username = `together-${number}`
  const body: Registration = {
    email: `${username}@example.org`,
    password: 'pine-needles',
    data: { username, full_name: 'Bench Visitor', is_beta_user: true, referred_by: null },
  }
  const headers = { 'Content-Type': 'application/json', Origin: address }
  const answer = await fetch(`${address}/auth/v1/signup`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`No account: ${answer.status} ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { person: sessionAnswer.parse(await answer.json()).user.id, cookie }
}
