import { isFilled, type PrivateRecord } from '#domain/plan/private.ts'
import { trimmed } from '#domain/text.ts'
import * as m from '#messages'
import { Reach } from './reach.tsx'

interface PrivateFactsProps {
  record: PrivateRecord
  /** Who can see it, as a sentence. */
  who: string
  /** Whether the current user decides what everyone sees in an emergency. */
  isTheirs: boolean
}

export function PrivateFacts({ record, who, isTheirs }: PrivateFactsProps) {
  const { phone, contact_name, contact_phone, medical, in_emergency } = record
  const facts = [
    { term: m.group_private_phone(), fact: phone },
    { term: m.group_private_contact(), fact: [contact_name, contact_phone].filter(Boolean).join(', ') },
    { term: m.group_private_medical(), fact: medical },
  ].filter(({ fact }) => fact !== '')
  return (
    <>
      {isFilled(record) ? (
        <dl className="grid grid-cols-1 gap-3">
          {facts.map(({ term, fact }) => (
            <div key={term}>
              <dt className="text-sm text-muted">{term}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{fact}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-muted">{m.group_private_none()}</p>
      )}
      <Reach name={trimmed(contact_name) || m.group_private_contact_nameless()} phone={contact_phone} />
      <p className="text-sm text-muted">
        {who} {isTheirs ? emergencyWords(in_emergency) : otherEmergencyWords(in_emergency)}
      </p>
    </>
  )
}

const emergencyWords = (isShown: boolean): string =>
  isShown ? m.group_emergency_shown() : m.group_emergency_not_shown()

/** The same about a person for whom only their own party can decide it. */
export const otherEmergencyWords = (isShown: boolean): string =>
  isShown ? m.group_emergency_shown_by_party() : m.group_emergency_not_shown_by_party()
