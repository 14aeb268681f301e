import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { CODE_PATH, LINK_PATH, PASSWORD_PATH } from '#domain/sign-in-links.ts'
import { takeSecret, useSecretOfLink } from '#web/data/session/secret-of-link.ts'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { Card } from '#web/ui/card.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { CodeForm } from './code-form.tsx'
import { LinkOwner } from './link-owner.tsx'
import { NewPassword } from './new-password.tsx'

/** The secret of a personal link or password link. It is removed from the address as soon as this script runs. */
let arrived = take()

function take(): string {
  const { pathname } = location
  return pathname.startsWith(LINK_PATH) || pathname.startsWith(PASSWORD_PATH) ? takeSecret() : ''
}

interface AccountRecoveryPageProps {
  /** The user menu; absent for people who are not signed in. */
  menu?: ReactNode
  /** Called when the person starts to sign in. */
  onReach?: () => void
}

/** Signs in with a device code or a personal link, or sets a new password. */
export function AccountRecoveryPage({ menu, onReach }: AccountRecoveryPageProps) {
  const [path] = useLocation()
  return (
    <>
      <Backdrop type="car_trip" />
      <header className="mx-auto flex min-h-17 w-full max-w-6xl items-center justify-between gap-4 px-4 py-3">
        <Wordmark />
        {menu}
      </header>
      <main className="mx-auto w-full max-w-md grow px-4 py-2 sm:py-6">
        <Card className="p-5">
          {path.startsWith(CODE_PATH) ? <CodeForm onReach={onReach} /> : <ByLink path={path} onReach={onReach} />}
        </Card>
      </main>
    </>
  )
}

function ByLink({ path, onReach }: { path: string; onReach: (() => void) | undefined }) {
  const secret = useSecretOfLink(() => arrived, take)
  useEffect(() => {
    // The next page in this tab must not find it.
    arrived = ''
  }, [])
  const Way = path.startsWith(PASSWORD_PATH) ? NewPassword : LinkOwner
  return <Way key={secret} secret={secret} onReach={onReach} />
}
