import { Siren } from 'lucide-react'
import { useState } from 'react'
import type { PrivateRecord } from '#domain/plan/private.ts'
import { trimmed } from '#domain/text.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Reach } from './reach.tsx'

/** What a person shows to everyone in an emergency. A button reveals it, so that nobody reads it in passing. */
export function EmergencyFacts({ record, name }: { record: PrivateRecord; name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { phone, contact_name, contact_phone, medical } = record
  return (
    <section
      aria-label={m.group_emergency_title()}
      className="grid grid-cols-1 justify-items-start gap-3 border-b border-line pb-4"
    >
      <Button variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Siren aria-hidden="true" className="size-5" />
        {m.group_emergency_title()}
      </Button>
      {isOpen && (
        <>
          {phone && <Fact term={m.group_emergency_phone({ name })} fact={phone} />}
          <Reach name={name} phone={phone} />
          {(contact_name || contact_phone) && (
            <Fact term={m.group_private_contact()} fact={[contact_name, contact_phone].filter(Boolean).join(', ')} />
          )}
          <Reach name={trimmed(contact_name) || m.group_private_contact_nameless()} phone={contact_phone} />
          {medical && <Fact term={m.group_private_medical()} fact={medical} />}
        </>
      )}
    </section>
  )
}

function Fact({ term, fact }: { term: string; fact: string }) {
  return (
    <dl className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="min-w-0 break-words whitespace-pre-line">{fact}</dd>
    </dl>
  )
}
