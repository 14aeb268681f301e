import { isFilled, type PrivateRecord } from '#domain/plan/private.ts'
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
    { term: 'Phone', fact: phone },
    { term: 'Emergency contact', fact: [contact_name, contact_phone].filter(Boolean).join(', ') },
    { term: 'Medical remarks', fact: medical },
  ].filter(({ fact }) => fact !== '')
  const shown = in_emergency ? 'Shown to everyone in an emergency' : 'Not shown to everyone in an emergency'
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
        <p className="text-muted">No phone number, emergency contact or medical remarks yet.</p>
      )}
      <Reach name={contact_name.trim() || 'the emergency contact'} phone={contact_phone} />
      <p className="text-sm text-muted">
        {who} {isTheirs ? `${shown}.` : `${shown}: their own party decides.`}
      </p>
    </>
  )
}
