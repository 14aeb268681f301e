import { useState } from 'react'
import { countOf, type GearItem } from '#domain/gear/gear-items.ts'
import { listText } from '#domain/list-text.ts'
import { type ChecklistItem, MAX_NEEDED } from '#domain/plan/checklist.ts'
import * as m from '#messages'
import { itemName } from '#web/trip-core/item-name.ts'
import { NeedFields } from '#web/trip-core/need-fields.tsx'
import { NeedText, needText } from '#web/trip-core/need-text.tsx'
import type { NameOf } from '#web/trip-core/people/names.ts'
import type { PersonChoice } from '#web/trip-core/people/person-choices.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import type { GearActions } from './gear-row.tsx'
import { openAgainText } from './gear-words.ts'

interface GearDialogProps {
  row: GearItem
  me: string
  nameOf: NameOf
  /** The people for whom the current user may promise. */
  choices: readonly PersonChoice[]
  claim: GearActions['claim']
  /** Says how many are needed. Undefined for people who may not edit the plan, and for an item that is gone. */
  changeNeed: ((change: Partial<ChecklistItem>) => void) | undefined
  onClose: () => void
}

/** All about an item: how many are needed and who brings how many. */
export function GearDialog({ row, me, nameOf, choices, claim, changeNeed, onClose }: GearDialogProps) {
  const { item, number, promised } = row
  const name = itemName(item, number)
  return (
    <Modal
      open
      isForReading
      onClose={onClose}
      title={name}
      description={needText(item, promised) && <NeedText item={item} promised={promised} />}
      footer={
        <div className="flex justify-end">
          <Button onClick={onClose}>{m.common_done()}</Button>
        </div>
      }
    >
      <div className="grid gap-5">
        {item.is_each ? (
          <PackedBy row={row} nameOf={nameOf} />
        ) : (
          <Claims row={row} me={me} nameOf={nameOf} choices={choices} claim={claim} />
        )}
        {changeNeed && (
          <section aria-label={m.gear_needed_title()} className="grid gap-2">
            <h3 className="text-base">{m.gear_needed_title()}</h3>
            <NeedFields name={name} item={item} onChange={changeNeed} />
          </section>
        )}
      </div>
    </Modal>
  )
}

/** Who has packed what everyone brings. */
function PackedBy({ row, nameOf }: Pick<GearDialogProps, 'row' | 'nameOf'>) {
  const names = row.claims.flatMap(({ claim }) => (claim.is_packed ? [nameOf(claim.person_id)] : []))
  return <p>{names.length > 0 ? m.gear_packed_by({ names: listText(names) }) : m.gear_packed_by_nobody()}</p>
}

function Claims({ row, me, nameOf, choices, claim }: Omit<GearDialogProps, 'changeNeed' | 'onClose'>) {
  const { claims } = row
  /** Those who are shown: once added, they stay until the dialog closes. */
  const [added, setAdded] = useState<readonly string[]>([])
  const mayClaim = (personId: string) => claim && choices.some(({ id }) => id === personId)
  const claiming = claims.map((one) => one.claim.person_id)
  const shown = [...new Set([...(mayClaim(me) ? [me] : []), ...claiming, ...added])]
  const others = choices.filter(({ id }) => !shown.includes(id))
  return (
    <section aria-label={m.gear_claims_title()} className="grid gap-2">
      <h3 className="text-base">{m.gear_claims_title()}</h3>
      {claims.length === 0 && <p className="text-muted">{m.gear_claims_none()}</p>}
      <ul>
        {shown.map((personId) => {
          const status = claims.find((one) => one.claim.person_id === personId)
          const count = countOf(row, personId)
          return (
            <li key={personId} className="grid max-w-none border-b border-line/60 py-1 last:border-b-0">
              <div className="flex flex-wrap items-center justify-between gap-x-3">
                <span className="touch flex min-w-0 grow basis-24 items-center wrap-anywhere">{nameOf(personId)}</span>
                {claim && mayClaim(personId) ? (
                  <Stepper
                    label={m.gear_claim_label({ name: nameOf(personId) })}
                    value={count}
                    max={MAX_NEEDED}
                    onChange={(to) => {
                      setAdded((before) => (before.includes(personId) ? before : [...before, personId]))
                      claim(row, personId, to)
                    }}
                  />
                ) : (
                  <span className="tabular-nums">{count}</span>
                )}
              </div>
              {status?.isOpenAgain && <p className="text-sm text-warn">{openAgainText(status, nameOf, me)}</p>}
              {status && status.surplus > 0 && (
                <p className="text-sm text-warn">{m.gear_claim_surplus({ count: status.surplus })}</p>
              )}
            </li>
          )
        })}
      </ul>
      {claim && others.length > 0 && (
        <AddClaim
          others={others}
          onAdd={(personId) => {
            setAdded((before) => [...before, personId])
            claim(row, personId, 1)
          }}
        />
      )}
    </section>
  )
}

function AddClaim({ others, onAdd }: { others: readonly PersonChoice[]; onAdd: (personId: string) => void }) {
  const [chosen, setChosen] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  // Others' promises arrive while the dialog is open: they change who is offered, not who was chosen.
  const person = others.find(({ id }) => id === chosen)?.id ?? ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setWasSubmitted(person === '')
        if (person === '') event.currentTarget.querySelector('select')?.focus()
        else onAdd(person)
      }}
      className="flex flex-wrap items-end gap-2"
    >
      <Field
        label={m.gear_claim_person()}
        error={wasSubmitted && person === '' ? m.common_person_choose_first() : undefined}
        className="min-w-0 grow basis-40"
      >
        {(wiring) => (
          <select {...wiring} value={person} onChange={({ target }) => setChosen(target.value)} className={fieldLook}>
            <option value="">{m.common_person_choose()}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button variant="quiet" type="submit">
        {m.common_add()}
      </Button>
    </form>
  )
}
