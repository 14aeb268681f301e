import { useState } from 'react'
import { canBeTold } from '#domain/access.ts'
import type { Notice } from '#domain/notices/notice.ts'
import type { TripCard } from '#domain/trip.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { useAllNotices } from '#web/data/trips/notices.ts'
import { useIsPainted } from '#web/ui/use-is-painted.ts'

/** An invitation as the page shows it. */
export interface Invitation {
  notice: Notice
  /** The page that accepts it; undefined until the server has responded. */
  path: string | undefined
  /** Whether it was withdrawn or accepted elsewhere after it was shown. */
  isGone: boolean
}

export interface News {
  /** How many notices of a trip are unread. */
  unreadIn: (trip: TripCard) => number
  invitations: Invitation[]
  /** Invitations that came after the page was shown. */
  late: readonly Notice[]
  showLate: () => void
  dismiss: (notice: Notice) => void
}

/**
 * What is new for the current user in all their trips. Asks the server once the list is on the screen.
 * Invariant: invitations that arrive or end later don't move the list: they are counted, or shown as gone.
 */
export function useNews(trips: readonly TripCard[] | undefined): News {
  const user = useUser()
  const isTold = canBeTold(user, { role: 'member' })
  const known = useAllNotices(useIsPainted(trips !== undefined) && isTold)
  const [shown, setShown] = useState<Shown>({ userId: user.id, notices: undefined })
  const invited = isTold && trips ? listInvited(known?.notices ?? [], trips) : []
  // Offline, an invitation whose link is unknown can't be opened.
  if (trips && (shown.userId !== user.id || !shown.notices))
    setShown({ userId: user.id, notices: navigator.onLine === false ? invited.filter(canBeShown) : invited })
  const notices = shown.userId === user.id ? (shown.notices ?? []) : []
  const late = invited.filter((notice) => canBeShown(notice) && !notices.some(({ id }) => id === notice.id))
  return {
    unreadIn: (trip) => (trip.deleted_at === null && canBeTold(user, trip) ? (known?.unread[trip.id] ?? 0) : 0),
    invitations: notices.map((notice) => {
      const current = known?.notices.find(({ id }) => id === notice.id)
      return { notice: current ?? notice, path: current?.join_path, isGone: current === undefined }
    }),
    late,
    showLate: () => setShown({ userId: user.id, notices: [...late, ...notices] }),
    dismiss: (gone) => setShown({ userId: user.id, notices: notices.filter(({ id }) => id !== gone.id) }),
  }
}

/** The invitations that are shown, and whose they are; undefined until the list of trips is shown. */
interface Shown {
  userId: string
  notices: readonly Notice[] | undefined
}

/** An invitation without its trip's name can be opened only from the mail. */
export const isInMail = ({ trip_name }: Notice) => trip_name === ''

const canBeShown = (notice: Notice) => notice.join_path !== undefined || isInMail(notice)

/** Those that are open and not dismissed. */
const listInvited = (notices: readonly Notice[], trips: readonly TripCard[]) =>
  notices.filter(
    ({ kind, is_read, trip_id }) => kind === 'invited' && !is_read && !trips.some(({ id }) => id === trip_id),
  )
