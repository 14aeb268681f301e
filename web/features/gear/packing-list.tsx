import { memo, type ReactNode } from 'react'
import { countPacked, type PackingGroup, type PackingItem } from '#domain/gear/packing-list.ts'
import * as m from '#messages'
import { itemName } from '#web/trip-core/item-name.ts'
import type { PersonChoice } from '#web/trip-core/people/person-choices.ts'
import { CheckBox, Tick } from '#web/ui/check-box.tsx'
import { tent } from '#web/ui/drawings/tent.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { TrailProgress } from '#web/ui/trail-progress.tsx'
import { UnbrokenAmounts } from '#web/ui/unbroken-amounts.tsx'
import { GearCard } from './gear-card.tsx'

interface PackingListProps {
  groups: readonly PackingGroup[]
  /** Whose list it can be: the people of the current user's party. */
  choices: readonly PersonChoice[]
  person: string
  /** What to say while there is nothing to pack. */
  emptyText: string
  onPerson: (personId: string) => void
  /** Undefined for people who may not tick. */
  onTick: ((item: PackingItem, isPacked: boolean) => void) | undefined
  /** What to do while there is nothing to pack. */
  other: ReactNode
}

/** What a person promised, and what everyone brings, to be ticked. */
export function PackingList({ groups, choices, person, emptyText, onPerson, onTick, other }: PackingListProps) {
  const count = countPacked(groups)
  return (
    <>
      {choices.length > 1 && (
        <Field label={m.gear_packing_person()} className="sm:max-w-72">
          {(wiring) => (
            <select {...wiring} value={person} onChange={({ target }) => onPerson(target.value)} className={fieldLook}>
              {choices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {count.total > 0 && (
        <div className="grid gap-2">
          <p className="max-w-none">{m.gear_packed({ done: count.done, total: count.total })}</p>
          <TrailProgress percent={count.percent} label={m.gear_packed_label()} />
          {count.done === count.total && (
            <p className="sign max-w-none animate-arrive text-center text-good">{m.gear_all_packed()}</p>
          )}
        </div>
      )}
      {count.total === 0 && <EmptyState drawing={tent} sentence={emptyText} action={other} />}
      <div className="gap-4 columns-[19rem_2]">
        {groups.map(({ id, category, items }) => (
          <GearCard
            key={id}
            title={id === '' ? m.gear_removed_title() : category}
            progress={{ done: items.filter(({ isPacked }) => isPacked).length, total: items.length }}
          >
            {items.map((item) => (
              <PackingRow key={item.id} item={item} onTick={onTick} />
            ))}
          </GearCard>
        ))}
      </div>
    </>
  )
}

type PackingRowProps = Pick<PackingListProps, 'onTick'> & { item: PackingItem }

/** Memoized by what it shows, since each change computes new items: a tick in a long list renders one row. */
const PackingRow = memo(
  function PackingRow({ item, onTick }: PackingRowProps) {
    const text = <UnbrokenAmounts text={packingText(item)} />
    return (
      <li className="flex max-w-none border-b border-line/60 last:border-b-0">
        {onTick ? (
          <CheckBox checked={item.isPacked} onChange={(isPacked) => onTick(item, isPacked)}>
            {text}
          </CheckBox>
        ) : (
          <Tick checked={item.isPacked}>{text}</Tick>
        )}
      </li>
    )
  },
  (before, now) =>
    before.onTick === now.onTick &&
    before.item.id === now.item.id &&
    before.item.name === now.item.name &&
    packingText(before.item) === packingText(now.item) &&
    before.item.isPacked === now.item.isPacked,
)

function packingText(item: PackingItem): string {
  const name = itemName(item, item.number)
  return item.isEach ? name : m.gear_packing_item({ name, count: item.count })
}
