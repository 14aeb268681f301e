import { Lightbulb } from 'lucide-react'
import { travelReminders } from '#domain/templates/travel-reminders.ts'
import * as m from '#messages'
import { TipLists } from '#web/trip-core/tip-lists.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'

export function TravelReminders() {
  return (
    <Disclosure
      title={travelReminders.title}
      icon={Lightbulb}
      toggle={{ show: m.documents_tips_show(), hide: m.documents_tips_hide() }}
    >
      <TipLists lists={travelReminders.lists} />
    </Disclosure>
  )
}
