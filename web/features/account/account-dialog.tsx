import { useEffect, useState } from 'react'
import { usePasskeys } from '#web/data/session/passkeys.ts'
import { AddCredentialsDialog } from './add-credentials-dialog.tsx'
import { MergeAccountDialog } from './merge-account-dialog.tsx'

/** Nobody waits longer for a dialog. */
const AT_MOST_MS = 1500

/** Lets a guest create an account, or move to the one that they already have. */
export function AccountDialog({ hasAccount, onClose }: { hasAccount: boolean; onClose: () => void }) {
  /** The address of an account that already exists; '' if nobody has typed one. */
  const [email, setEmail] = useState(hasAccount ? '' : undefined)
  const hasPasskeys = useHasPasskeys()
  /** The second dialog opens with all that it says: nothing is inserted above its fields. */
  const [warns, setWarns] = useState<boolean>()
  if (email === undefined) return <AddCredentialsDialog onHasAccount={setEmail} onClose={onClose} />
  if (warns === undefined && hasPasskeys !== undefined) setWarns(hasPasskeys)
  return warns !== undefined && <MergeAccountDialog email={email} warnsOfPasskeys={warns} onClose={onClose} />
}

/** Whether the guest has passkeys, as far as is known; undefined for the moment in which the server is asked. */
function useHasPasskeys(): boolean | undefined {
  const { data, error } = usePasskeys()
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), AT_MOST_MS)
    return () => clearTimeout(timer)
  }, [])
  if (data) return data.passkeys.length > 0
  return isLate || error !== undefined ? true : undefined
}
