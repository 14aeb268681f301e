import { lazy } from 'react'
import { canBecomeAccount } from '#domain/access.ts'
import { askSignUps } from '#web/data/session/sign-ups.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { OnPress } from '#web/ui/loading/on-press.tsx'

const loadMenu = () => import('./open-user-menu.tsx')
const loadGuestMenu = () => Promise.all([loadMenu(), askSignUps()])
const OpenUserMenu = lazy(async () => ({ default: (await importWithRetry(loadMenu)).OpenUserMenu }))

/** The button of the user menu. The menu's code loads when somebody reaches for the button. */
export function UserMenu() {
  const user = useUser()
  const { username } = user
  const trigger = (
    <button
      type="button"
      className="touch inline-flex max-w-48 items-center lg:max-w-md justify-center gap-2 rounded-full p-1 transition-colors hover:bg-action-soft sm:pr-3"
    >
      <span
        aria-hidden="true"
        className="sign grid size-9 shrink-0 place-items-center rounded-full bg-action text-on-action uppercase"
      >
        {Array.from(username)[0]}
      </span>
      <span className="truncate text-sm font-semibold max-sm:sr-only">{username}</span>
    </button>
  )
  return (
    <OnPress trigger={trigger} load={canBecomeAccount(user) ? loadGuestMenu : loadMenu}>
      <OpenUserMenu trigger={trigger} />
    </OnPress>
  )
}
