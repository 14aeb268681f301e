import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useUser } from '#web/data/session/use-session.ts'
import { patiently } from '#web/patiently.ts'

const loadMenu = () => patiently(() => import('./open-user-menu.tsx'))
const OpenUserMenu = lazy(async () => ({ default: (await loadMenu()).OpenUserMenu }))

/** Who is signed in. What can be done about it is fetched when somebody reaches for it. */
export function UserMenu() {
  const { username } = useUser()
  const [wanted, setWanted] = useState(false)
  const prefetch = () => void loadMenu()
  const trigger = <Trigger username={username} onPointerEnter={prefetch} onFocus={prefetch} />
  if (!wanted) return <Trigger username={username} onPointerEnter={prefetch} onFocus={prefetch} onClick={() => setWanted(true)} />
  return (
    <Suspense fallback={trigger}>
      <OpenUserMenu trigger={trigger} />
    </Suspense>
  )
}

function Trigger({ username, ...rest }: { username: string } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...rest}
      className="touch inline-flex max-w-48 items-center justify-center gap-2 rounded-full p-1 transition-colors hover:bg-action-soft sm:pr-3"
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
}
