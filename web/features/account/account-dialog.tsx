import { useState } from 'react'
import { AddCredentialsDialog } from './add-credentials-dialog.tsx'
import { MergeAccountDialog } from './merge-account-dialog.tsx'

/** Lets a guest create an account, or move to the one that they already have. */
export function AccountDialog({ hasAccount, onClose }: { hasAccount: boolean; onClose: () => void }) {
  /** The address of an account that already exists; '' if nobody has typed one. */
  const [email, setEmail] = useState(hasAccount ? '' : undefined)
  return email === undefined ? (
    <AddCredentialsDialog onHasAccount={setEmail} onClose={onClose} />
  ) : (
    <MergeAccountDialog email={email} onClose={onClose} />
  )
}
