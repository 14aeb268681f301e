import { MessageSquare, Phone } from 'lucide-react'
import * as m from '#messages'

const look =
  'touch inline-flex items-center gap-2 rounded-md border border-edge bg-raised px-3.5 font-semibold text-action transition-colors hover:border-action hover:bg-action-soft'

export function Reach({ name, phone }: { name: string; phone: string }) {
  const number = toDialable(phone)
  if (number === '') return null
  return (
    <div className="flex flex-wrap gap-2">
      <a href={`tel:${number}`} className={look} aria-label={m.group_reach_call_label({ name })}>
        <Phone aria-hidden="true" className="size-5" />
        {m.group_reach_call()}
      </a>
      <a href={`sms:${number}`} className={look} aria-label={m.group_reach_message_label({ name })}>
        <MessageSquare aria-hidden="true" className="size-5" />
        {m.group_reach_message()}
      </a>
    </div>
  )
}

/** A number for a `tel:` link: at least three digits, without separators. */
function toDialable(phone: string): string {
  const number = phone.replace(/[^\d+*#]/g, '')
  return /\d{3}/.test(number) ? number : ''
}
