import { useId } from 'react'
import { canSeePeople, canSeePrivate, canSetEmergencyAccess, identityOf } from '#domain/access.ts'
import { formatLocalDate, localDateOf } from '#domain/local-date.ts'
import {
  isPrivateExpired,
  MAX_CONTACT_NAME,
  MAX_MEDICAL,
  MAX_PHONE,
  newRecord,
  type PrivateRecord,
  privateUntil,
} from '#domain/plan/private.ts'
import { trimmed } from '#domain/text.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import type { PersonRef } from '#web/data/trips/parties.ts'
import { useSharedParties } from '#web/data/trips/people.ts'
import { findRecord, privateChanges, usePrivate } from '#web/data/trips/private.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { otherEmergencyWords, PrivateFacts } from './private-facts.tsx'
import { Reach } from './reach.tsx'

interface PrivateFieldsProps {
  trip: Trip
  whom: PersonRef
  name: string
  isEditing: boolean
}

/** A person's private record, for people who may see or edit it: their own party and organizers. */
export function PrivateFields(props: PrivateFieldsProps) {
  return canSeePeople(props.trip) && <FieldsOf {...props} />
}

function FieldsOf({ trip, whom, name, isEditing }: PrivateFieldsProps) {
  const user = useUser()
  const heading = useId()
  const section = usePrivate(trip.id)
  const joined = useSharedParties(trip)
  const dates = useSection(trip.id, 'details')?.value
  const people = useSection(trip.id, 'people')?.value ?? []
  const identity = identityOf(user, trip)
  const isOwn = identity.party_id === whom.partyId
  const maySee = canSeePrivate(user, trip, whom, joined)
  const known = section && findRecord(section.value, whom)
  if (!maySee && !isOwn) return null

  const isMe = identity.person_id === whom.personId
  // In a party of one, nobody else sees them.
  const hasOthers =
    (people.find(({ id }) => id === whom.partyId)?.persons.length ?? 0) > 1 ||
    [...joined].some(([id, partyId]) => id !== whom.personId && partyId === whom.partyId)
  const isShared = hasOthers && joined.get(whom.personId) !== null && (!isMe || (trip.taken?.shares_party ?? true))
  const whoIfShared = isOwn ? m.group_private_seen_by_your_party() : m.group_private_seen_by_their_party()
  const whoIfNot = isMe ? m.group_private_seen_by_you() : m.group_private_seen_by_person({ name })
  const who = isShared ? whoIfShared : whoIfNot
  const mayOpen = canSetEmergencyAccess(user, trip, whom, joined)
  const isOver = dates !== undefined && isPrivateExpired(dates, localDateOf(new Date()))
  const until = dates && privateUntil(dates)
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-4 border-t border-line pt-4">
      <h3 id={heading} className="text-lg font-semibold">
        {m.group_private_title()}
      </h3>
      {!maySee ? (
        <p className="text-muted">
          {trip.taken?.is_confirmed === false ? m.group_private_unconfirmed() : m.group_private_not_shared({ name })}
        </p>
      ) : isOver ? (
        <p className="text-muted">{m.group_private_deleted()}</p>
      ) : section === undefined ? (
        <p className="text-muted">{m.group_private_not_here()}</p>
      ) : (
        <>
          {isEditing ? (
            <Fields
              record={known ?? newRecord(whom.personId)}
              who={who}
              onChange={(change, isTyped) => {
                for (const step of privateChanges(whom, change))
                  section.edit?.(step, isTyped ? 'after-pause' : 'at-once')
              }}
              mayOpen={mayOpen}
            />
          ) : (
            <PrivateFacts record={known ?? newRecord(whom.personId)} who={who} isTheirs={mayOpen} />
          )}
          <p className="text-sm text-muted">
            {until
              ? m.group_private_erased_after({ date: formatLocalDate(until) })
              : m.group_private_erased_after_return()}
          </p>
        </>
      )}
    </section>
  )
}

interface FieldsProps {
  record: PrivateRecord
  /** Who can see it, as a sentence. */
  who: string
  onChange: (change: Partial<PrivateRecord>, isTyped: boolean) => void
  /** Whether the current user decides what everyone sees in an emergency. */
  mayOpen: boolean
}

function Fields({ record, who, onChange, mayOpen }: FieldsProps) {
  const { phone, contact_name, contact_phone, medical, in_emergency } = record
  const seen = in_emergency ? `${who} ${m.group_private_seen_in_emergency()}` : who
  return (
    <>
      <TextField
        label={m.group_private_phone()}
        type="tel"
        hint={seen}
        value={phone}
        maxLength={MAX_PHONE}
        autoComplete="off"
        onChange={({ target }) => onChange({ phone: target.value }, true)}
      />
      <div className="grid grid-cols-1 gap-2">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label={m.group_private_contact()}
            hint={seen}
            value={contact_name}
            maxLength={MAX_CONTACT_NAME}
            autoComplete="off"
            onChange={({ target }) => onChange({ contact_name: target.value }, true)}
          />
          <TextField
            label={m.group_private_contact_phone()}
            type="tel"
            hint={seen}
            value={contact_phone}
            maxLength={MAX_PHONE}
            autoComplete="off"
            onChange={({ target }) => onChange({ contact_phone: target.value }, true)}
          />
        </div>
        <Reach name={trimmed(contact_name) || m.group_private_contact_nameless()} phone={contact_phone} />
      </div>
      <TextArea
        label={m.group_private_medical()}
        hint={`${m.group_private_medical_hint()} ${seen}`}
        value={medical}
        maxLength={MAX_MEDICAL}
        onChange={({ target }) => onChange({ medical: target.value }, true)}
      />
      {mayOpen ? (
        <Switch checked={in_emergency} onChange={(checked) => onChange({ in_emergency: checked }, false)}>
          {m.group_emergency_show()}
          <span className="block text-sm text-muted">
            {in_emergency ? m.group_emergency_show_on() : m.group_emergency_show_off()}
          </span>
        </Switch>
      ) : (
        <p className="text-sm text-muted">{otherEmergencyWords(in_emergency)}</p>
      )}
    </>
  )
}
