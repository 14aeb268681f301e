import { type InvitedTo, invitedTo, type Joining, joinResponse, type Namesake } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { DEVICE_KEY } from '../auth/session.ts'
import { errorText } from '../http/error-text.ts'
import { request } from '../http/http.ts'
import type { QueryResult } from '../http/query-cache.ts'
import { newId } from '../new-id.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { queryCache } from '../root/query-cache.ts'
import { session } from '../root/session.ts'
import { deviceStorage } from '../storage/web-storage.ts'
import { useSession } from './use-session.ts'

/** Fetches what an invitation opens for the signed-in person. Retries until the server answers. */
export function useInvitation(token: string): QueryResult<InvitedTo> & { retry: () => void } {
  const { user } = useSession()
  return useQuery({
    key: keyOf(token, user?.id),
    queryFn: () => fetchInvitation(token),
    shouldRefetch: ({ error }) => error !== undefined,
  })
}

/** The name of a joining guest, and which person of the list they claim to be. */
type Joiner = Pick<Joining, 'name' | 'person_id' | 'is_claim' | 'is_someone_else'>

interface Outcomes {
  onJoined: (tripId: string) => void
  /** Called instead of joining, with the people on the list who have the same name. */
  onNameOnList: (namesakes: Namesake[]) => void
}

/**
 * Joins as a guest if there is a name, else as the signed-in person.
 * @returns `failure`, the error itself, for marking the field
 */
export function useJoining(token: string, { onJoined, onNameOnList }: Outcomes) {
  const wish = useAsyncAction(
    (joiner: Joiner) =>
      join({ token, device: deviceId(), ...joiner }).catch((failure: unknown) => {
        // Somebody else took the name first: fetch who is still free. useInvitation reports a failure of that.
        if (failure instanceof AppError && failure.code === 'name_taken')
          void queryCache.refetch(keyOf(token)).catch(() => {})
        throw failure
      }),
    (answer) => {
      if ('name_on_list' in answer) return onNameOnList(answer.name_on_list)
      const { trip_id, user } = answer
      // Before onJoined, which needs a signed-in person.
      if (session.getCurrentUser()?.id !== user.id) session.enter({ user })
      onJoined(trip_id)
    },
  )
  return {
    ...wish,
    error: errorText(wish.error, m.session_join_failed()),
    failure: wish.error,
  }
}

/** Per person, because somebody may be on the trip already. */
const keyOf = (token: string, personId = session.getCurrentUser()?.id) => ['invitation', token, personId]

async function fetchInvitation(token: string): Promise<InvitedTo> {
  // A truncated link has no token. The server would reject the request as malformed.
  if (!token) throw new AppError('invitation_not_found')
  return request('/api/join/look', { method: 'POST', body: { token, device: deviceId() }, schema: invitedTo })
}

const join = (body: Joining) => request('/api/join', { method: 'POST', body, schema: joinResponse })

/** Identifies this browser, so that a retry of a join request does not create a second guest. */
export function deviceId(): string {
  const known = deviceStorage.getItem(DEVICE_KEY)
  if (known) return known
  const made = newId()
  deviceStorage.setItem(DEVICE_KEY, made)
  return made
}
