import { Lightbulb } from 'lucide-react'
import { travelReminders } from '#domain/templates/travel-reminders.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TipLists } from '../tip-lists.tsx'

export function TravelReminders() {
  return (
    <Disclosure title={travelReminders.title} icon={Lightbulb} toggle={{ show: 'Show Tips', hide: 'Hide Tips' }}>
      <TipLists lists={travelReminders.lists} />
    </Disclosure>
  )
}
