import { type InvitedTo, invitedTo, type Joining, joinAnswer, type Namesake } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import { deviceStorage } from '../device/web-storage.ts'
import { request } from '../http/http.ts'
import { type QueryResult, queryCache, useQuery } from '../http/query-cache.ts'
import { wordsOf } from '../http/words-of.ts'
import { newId } from '../new-id.ts'
import { useWish } from '../use-wish.ts'
import { session } from './current-session.ts'
import { DEVICE_KEY } from './session.ts'
import { useSession } from './use-session.ts'

/** What the link invites to, for whoever is signed in now; asked for until the server has said something. */
export function useInvitation(token: string): QueryResult<InvitedTo> & { retry: () => void } {
  const { user } = useSession()
  return useQuery({
    key: keyOf(token, user?.id),
    queryFn: () => look(token),
    shouldRefetch: ({ error }) => error !== undefined,
  })
}

/** Who somebody is who joins: the name of a guest, and whom of the list they say to be. */
export type Joiner = Pick<Joining, 'name' | 'person_id' | 'is_claim' | 'is_someone_else'>

interface Outcomes {
  /** Gets the trip's id. */
  onJoined: (tripId: string) => void
  /** Gets the people on the list with the same name: nobody has joined yet. */
  onNameOnList: (namesakes: Namesake[]) => void
}

/** Joins: as a guest of a name, or without one as who is signed in. `failure` tells which field it is about. */
export function useJoining(token: string, { onJoined, onNameOnList }: Outcomes) {
  const wish = useWish(
    (joiner: Joiner) =>
      join({ token, device: deviceId(), ...joiner }).catch((failure: unknown) => {
        // Somebody else was faster: who is left is asked for once more. What fails there is told there.
        if (failure instanceof AppError && failure.code === 'name_taken')
          void queryCache.refetch(keyOf(token)).catch(() => {})
        throw failure
      }),
    (answer) => {
      if ('name_on_list' in answer) return onNameOnList(answer.name_on_list)
      const { trip_id, user } = answer
      // At once: what follows is for somebody who is signed in.
      if (session.getCurrentUser()?.id !== user.id) session.enter({ user })
      onJoined(trip_id)
    },
  )
  return {
    ...wish,
    error: wordsOf(wish.error, 'We couldn’t add you to the trip. Please try again.'),
    failure: wish.error,
  }
}

/** Who looks may be in the trip already. */
const keyOf = (token: string, personId = session.getCurrentUser()?.id) => ['invitation', token, personId]

async function look(token: string): Promise<InvitedTo> {
  // Half a link has none, which the server would call a request of the wrong form.
  if (!token) throw new AppError('invitation_not_found')
  return request('/api/join/look', { method: 'POST', body: { token, device: deviceId() }, schema: invitedTo })
}

const join = (body: Joining) => request('/api/join', { method: 'POST', body, schema: joinAnswer })

/** The same for as long as the browser keeps it, so that a joining that is sent again makes no second guest. */
export function deviceId(): string {
  const known = deviceStorage.getItem(DEVICE_KEY)
  if (known) return known
  const made = newId()
  deviceStorage.setItem(DEVICE_KEY, made)
  return made
}
