import { KeyRound } from 'lucide-react'
import * as m from '#messages'
import { Notice } from '#web/ui/notice.tsx'
import { rich } from '#web/ui/rich.ts'

const code = (text: string) => <code className="font-mono">{text}</code>

/** The demo account, shown to everybody. */
export function DemoHint({ email, password }: { email: string; password: string }) {
  return (
    <Notice icon={KeyRound}>
      <p className="font-semibold">{m.session_demo_title()}</p>
      <p>{rich(m.session_demo_email({ email, code }))}</p>
      <p>{rich(m.session_demo_password({ password, code }))}</p>
    </Notice>
  )
}
