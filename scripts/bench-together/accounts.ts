import { randomUUID } from 'node:crypto'
import { sessionResponse } from '#domain/api/auth.ts'
import type { Registration } from '#domain/api/credentials.ts'
import { invitationMade, type Joining } from '#domain/api/people.ts'
import type { NewTrip } from '#domain/api/trips.ts'

export interface Account {
  person: string
  cookie: string
}

export async function register(address: string, number: number): Promise<Account> {
  const username = `together-${number}`
  const body: Registration = {
    email: `${username}@example.org`,
    password: 'pine-needles',
    data: { username, full_name: 'Bench Visitor', is_beta_user: true, referred_by: null },
  }
  const answer = await post(address, '/auth/v1/signup', body)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { person: sessionResponse.parse(await answer.json()).user.id, cookie }
}

/** Creates a road trip owned by the first person. The others join by invitation, each in a party of their own. */
export async function planTogether(
  address: string,
  [owner, ...others]: readonly Account[],
): Promise<Pick<NewTrip, 'id' | 'type'>> {
  const trip: NewTrip = { id: randomUUID(), name: 'Together', type: 'car_trip' }
  await post(address, '/api/trips', trip, owner)
  const made = await post(address, `/api/trips/${trip.id}/invitations`, {}, owner)
  const { token } = invitationMade.parse(await made.json())
  for (const member of others)
    await post(address, '/api/join', { token, device: randomUUID() } satisfies Joining, member)
  return trip
}

async function post(address: string, path: string, body: object, account?: Account): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Origin: address, ...(account && { Cookie: account.cookie }) }
  const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
  return answer
}
