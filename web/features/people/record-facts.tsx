import type { PrivateRecord } from '#domain/plan/private.ts'
import { trimmed } from '#domain/text.ts'
import * as m from '#messages'
import { Reach } from './reach.tsx'

/** What counts in an emergency: a person's phone, whom to call, and what helpers must know. */
export function RecordFacts({ record, name }: { record: PrivateRecord; name: string }) {
  const { phone, contact_name, contact_phone, medical } = record
  return (
    <>
      {phone && <Fact term={m.group_emergency_phone({ name })} fact={phone} />}
      <Reach name={name} phone={phone} />
      {(contact_name || contact_phone) && (
        <Fact term={m.group_private_contact()} fact={[contact_name, contact_phone].filter(Boolean).join(', ')} />
      )}
      <Reach name={trimmed(contact_name) || m.group_private_contact_nameless()} phone={contact_phone} />
      {medical && <Fact term={m.group_private_medical()} fact={medical} />}
    </>
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
