import { KeyRound } from 'lucide-react'
import { Notice } from '#web/ui/notice.tsx'

/** The account with which everybody may look around. */
export function DemoHint({ email, password }: { email: string; password: string }) {
  return (
    <Notice icon={KeyRound}>
      <p className="font-semibold">Demo credentials</p>
      <p>
        Email <code className="font-mono">{email}</code>
      </p>
      <p>
        Password <code className="font-mono">{password}</code>
      </p>
    </Notice>
  )
}
