import { useEffect } from 'react'
import { sessionNews } from '#domain/api/account-recovery.ts'
import { adoptGuests } from '#web/data/account/former-guests.ts'
import { useLinkUse } from '#web/data/session/use-link-use.ts'
import { LinkUsedNotice } from './link-used-notice.tsx'

/** Handles the session's news: a use of the personal link, and the guests that were merged into this account. */
export function SessionNews({ person, news }: { person: string; news: unknown }) {
  const known = sessionNews.safeParse(news).data ?? {}
  const { untold, dismiss } = useLinkUse(known)
  const formerly = known.formerly?.join(' ')
  useEffect(() => {
    if (formerly) void adoptGuests(formerly.split(' '), person)
  }, [formerly, person])
  return untold && <LinkUsedNotice at={untold} onTold={dismiss} />
}
