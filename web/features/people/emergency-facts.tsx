import { Siren } from 'lucide-react'
import { useState } from 'react'
import type { PrivateRecord } from '#domain/plan/private.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { RecordFacts } from './record-facts.tsx'

/** What a person shows to everyone in an emergency. A button reveals it, so that nobody reads it in passing. */
export function EmergencyFacts({ record, name }: { record: PrivateRecord; name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section
      aria-label={m.group_emergency_title()}
      className="grid grid-cols-1 justify-items-start gap-3 border-b border-line pb-4"
    >
      <Button variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Siren aria-hidden="true" className="size-5" />
        {m.group_emergency_title()}
      </Button>
      {isOpen && <RecordFacts record={record} name={name} />}
    </section>
  )
}
