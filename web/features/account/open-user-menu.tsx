import { LogIn, LogOut, Mail, MonitorSmartphone, Settings } from 'lucide-react'
import { lazy, type ReactElement, Suspense, use, useState } from 'react'
import { useLocation } from 'wouter'
import { canBecomeAccount } from '#domain/access.ts'
import { isGuest } from '#domain/person.ts'
import * as m from '#messages'
import { type ConfirmSignOutReason, signOut, signOutAnyway } from '#web/data/account/sign-out.ts'
import { askSignUps } from '#web/data/session/sign-ups.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'

const OtherDeviceDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./other-device-dialog.tsx'))).OtherDeviceDialog,
}))
const AccountDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./account-dialog.tsx'))).AccountDialog,
}))

export function OpenUserMenu({ trigger }: { trigger: ReactElement }) {
  const user = useUser()
  const [, navigate] = useLocation()
  const [shown, setShown] = useState<'other device' | 'new account' | 'own account'>()
  const [whyAsk, setWhyAsk] = useState<ConfirmSignOutReason>()
  const close = () => setShown(undefined)
  const isGuestHere = canBecomeAccount(user)
  // Where the server has not said it, adding is offered: it is refused with a sentence.
  const canAdd = isGuestHere && use(askSignUps()) !== 'off'
  const items: MenuItem[] = [
    { label: m.account_menu_other_device(), icon: MonitorSmartphone, onSelect: () => setShown('other device') },
    ...(canAdd ? [{ label: m.account_menu_credentials(), icon: Mail, onSelect: () => setShown('new account') }] : []),
    ...(isGuestHere
      ? [{ label: m.account_menu_have_account(), icon: LogIn, onSelect: () => setShown('own account') }]
      : []),
    // There are no settings yet: this item only closes the menu.
    { label: m.account_menu_settings(), icon: Settings, onSelect: () => {} },
    {
      label: m.account_menu_sign_out(),
      icon: LogOut,
      onSelect: () => void signOut().then(setWhyAsk),
    },
  ]
  return (
    <>
      <Menu
        trigger={trigger}
        header={<Person />}
        onHeader={isGuest(user) ? undefined : () => navigate('/account')}
        items={items}
        defaultOpen
      />
      <Suspense>
        {shown === 'other device' && <OtherDeviceDialog onClose={close} />}
        {(shown === 'new account' || shown === 'own account') && (
          <AccountDialog hasAccount={shown === 'own account'} onClose={close} />
        )}
      </Suspense>
      {whyAsk && (
        <SignOutDialog why={whyAsk} onStay={() => setWhyAsk(undefined)} onSignOut={() => void signOutAnyway()} />
      )}
    </>
  )
}

function Person() {
  const { full_name, username, email, is_beta_user } = useUser()
  return (
    <div className="grid gap-0.5 text-sm">
      <p className="sign text-base">{full_name}</p>
      {email !== null && <p className="text-muted">@{username}</p>}
      <p className="text-muted">{email ?? m.account_menu_guest()}</p>
      {email !== null && <p className="mt-1 text-action underline underline-offset-4">{m.account_title()}</p>}
      {is_beta_user && (
        <p className="mt-1 justify-self-start rounded-sm border border-accent px-1.5 text-xs font-semibold text-accent">
          {m.account_menu_beta()}
        </p>
      )}
    </div>
  )
}
