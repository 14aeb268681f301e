import { LogOut, Settings } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { signOut, signOutAnyway } from '#web/data/session/sign-out.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { patiently } from '#web/patiently.ts'

const loadMenu = () => patiently(() => import('#web/ui/menu.tsx'))
const Menu = lazy(async () => ({ default: (await loadMenu()).Menu }))
const SignOutDialog = lazy(async () => ({ default: (await patiently(() => import('./sign-out-dialog.tsx'))).SignOutDialog }))

/** Who is signed in, and the way out. The menu itself is fetched when somebody reaches for it. */
export function UserMenu() {
  const { username } = useUser()
  const [wanted, setWanted] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const prefetch = () => void loadMenu()
  const trigger = <Trigger username={username} onPointerEnter={prefetch} onFocus={prefetch} />
  if (!wanted) return <Trigger username={username} onPointerEnter={prefetch} onFocus={prefetch} onClick={() => setWanted(true)} />
  const items = [
    // There are no settings yet: choosing it closes the menu, and that is all.
    { label: 'Settings', icon: Settings, onSelect: () => {} },
    { label: 'Sign Out', icon: LogOut, onSelect: () => void signOut().then((isOut) => setIsAsking(!isOut)) },
  ]
  return (
    <>
      <Suspense fallback={trigger}>
        <Menu trigger={trigger} header={<Person />} items={items} defaultOpen />
      </Suspense>
      <Suspense>{isAsking && <SignOutDialog onStay={() => setIsAsking(false)} onSignOut={() => void signOutAnyway()} />}</Suspense>
    </>
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

function Person() {
  const { full_name, username, email, is_beta_user } = useUser()
  return (
    <div className="grid gap-0.5 text-sm">
      <p className="sign text-base">{full_name}</p>
      {email !== null && <p className="text-muted">@{username}</p>}
      <p className="text-muted">{email ?? 'Guest on this device'}</p>
      {is_beta_user && (
        <p className="mt-1 justify-self-start rounded-sm border border-accent px-1.5 text-xs font-semibold text-accent">
          Beta User
        </p>
      )}
    </div>
  )
}
