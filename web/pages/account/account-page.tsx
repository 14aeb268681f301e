import { Fingerprint } from 'lucide-react'
import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { isDemoAccount } from '#domain/demo-account.ts'
import { isGuest } from '#domain/person.ts'
import * as m from '#messages'
import { useSignUps } from '#web/data/session/sign-ups.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { Passkeys } from '#web/features/account/passkeys.tsx'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { Devices } from './devices.tsx'
import { OwnData } from './own-data.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { RemoveAccount } from './remove-account.tsx'

/** A person's own account. Guests have none, and nobody can change the demo account. */
export function AccountPage({ header }: { header: ReactNode }) {
  const user = useUser()
  useDocumentTitle(m.account_title())
  if (isGuest(user)) return <Redirect to="/" replace />
  return (
    <>
      <Backdrop type="car_trip" isQuiet />
      {header}
      <main className="mx-auto grid w-full grid-cols-1 max-w-6xl grow content-start gap-6 px-4 pt-4 pb-8">
        <div>
          <h1 className="text-3xl max-sm:text-2xl">{m.account_title()}</h1>
          <p className="mt-1 wrap-anywhere">{m.account_email({ email: user.email ?? '' })}</p>
        </div>
        {isDemoAccount(user) ? (
          <DemoNotice />
        ) : (
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
            <div className="grid grid-cols-1 content-start gap-6">
              <ProfileForm key={user.id} user={user} />
              <PasswordForm email={user.email ?? ''} />
              <Panel title={m.passkeys_title()} icon={Fingerprint}>
                <Passkeys email={user.email} what={m.passkeys_account_what()} />
              </Panel>
            </div>
            <div className="grid grid-cols-1 content-start gap-6">
              <Devices />
              <OwnData />
              <RemoveAccount />
            </div>
          </div>
        )}
      </main>
    </>
  )
}

function DemoNotice() {
  const signUps = useSignUps()
  const text = signUps === 'open' ? m.account_demo({ button: m.session_register_title() }) : m.account_demo_closed()
  return (
    <div className={signUps ? '' : 'invisible'}>
      <Notice>{text}</Notice>
    </div>
  )
}
