import { useState } from 'react'
import { AddCredentialsDialog } from './add-credentials-dialog.tsx'
import { BringDialog } from './bring-dialog.tsx'

/** How a guest comes to an account: to a new one, or to the one that they have already. */
export function AccountDialog({ hasAccount, onClose }: { hasAccount: boolean; onClose: () => void }) {
  /** The address of the account that turned out to be there already; '' where nobody has typed one. */
  const [email, setEmail] = useState(hasAccount ? '' : undefined)
  return email === undefined ? (
    <AddCredentialsDialog onHasAccount={setEmail} onClose={onClose} />
  ) : (
    <BringDialog email={email} onClose={onClose} />
  )
}
