import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { isDemoAccount } from '#domain/demo-account.ts'
import { isGuest } from '#domain/person.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { Devices } from './devices.tsx'
import { OwnData } from './own-data.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { RemoveAccount } from './remove-account.tsx'

/** A person's own account. Guests have none, and nobody can change the demo account. */
export function AccountPage({ header }: { header: ReactNode }) {
  const user = useUser()
  useDocumentTitle('Your account')
  if (isGuest(user)) return <Redirect to="/" replace />
  return (
    <>
      <Backdrop type="car_trip" />
      {header}
      <main className="mx-auto grid w-full max-w-3xl grow content-start gap-6 px-4 pt-4 pb-8">
        <div>
          <h1 className="text-3xl max-sm:text-2xl">Your account</h1>
          <p className="mt-1 wrap-anywhere">You sign in as {user.email}.</p>
        </div>
        {isDemoAccount(user) ? (
          <Notice>
            Everyone shares this account, so its name and password can’t be changed and all visitors see its trips. To
            plan your own trips, sign out and press “Create Beta Account” on the sign-in page.
          </Notice>
        ) : (
          <>
            <ProfileForm key={user.id} user={user} />
            <PasswordForm email={user.email ?? ''} />
            <Devices />
            <OwnData />
            <RemoveAccount />
          </>
        )}
      </main>
    </>
  )
}
