import { canManagePeople, canSeePrivate } from '#domain/access.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import { dutyTitle } from '#domain/duties/duty-words.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { beds as bedsSection } from '#domain/plan/beds.ts'
import type { Person } from '#domain/plan/people.ts'
import { isFilled, isPrivateExpired, type PrivateParty, type PrivateRecord } from '#domain/plan/private.ts'
import { planBeds } from '#domain/seats/beds.ts'
import { planRides } from '#domain/seats/cars.ts'
import type { Occupants } from '#domain/seats/seats.ts'
import { formatDay } from '#domain/trip-days.ts'
import * as m from '#messages'
import { rowMaker } from '#web/features/costs/cost-rows.ts'
import { nameHousehold } from '#web/features/costs/costs-group.ts'
import { costsOfTrip, costsSoFar } from '#web/features/costs/costs-view.ts'
import { dutyList } from '#web/features/duties/duty-list.ts'
import { groupByDay, peopleText } from '#web/features/duties/duty-words.ts'
import { bedFacts, bedTitle } from '#web/features/rides/bed-words.ts'
import { carFacts, troubleText } from '#web/features/rides/car-words.ts'
import { mealTitles } from '#web/trip-core/days/meal-order.ts'
import { groupOf } from '#web/trip-core/derived/group.ts'
import { listedPeople, tripDates } from '#web/trip-core/derived/people.ts'
import { type PlanView, section } from '#web/trip-core/derived/plan-view.ts'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { allergyWords, labelOf } from '#web/trip-core/people/person-words.ts'
import { card, row, type SheetCard, type SheetRow } from '../sheet.ts'

/* Who does what, rides with whom and sleeps where; how to reach people; and who owes what. */

/** By day and meal. */
export function rotaCards(view: PlanView, nameOf: NameOf): SheetCard[] {
  const all = dutyList(view)
  if (!all) return []
  return groupByDay(all.list, all.dates).map(({ day, title, meals }) =>
    card(`day ${day}`, {
      title,
      rows: meals.flatMap(({ meal, list }) =>
        list.map((one, index) =>
          row(one.duty.id, dutyTitle(one.duty), {
            time: index === 0 && meal !== '' ? mealTitles[meal] : '',
            notes: [peopleText(one, nameOf)],
          }),
        ),
      ),
    }),
  )
}

const [ridesSection, bedsOf] = [section('rides'), section('beds')]

export function seatCards(view: PlanView): SheetCard[] {
  const group = groupOf(view)
  if (!group) return []
  const name = group.nameInText
  const need = (id: string, title: string, people: readonly { id: string }[]) =>
    people.length > 0 ? [card(id, { title, rows: people.map((one) => row(one.id, name(one.id))) })] : []
  const rides = planRides(ridesSection(view) ?? { cars: [], riders: [] }, group)
  const cars = rides.cars.map(({ car, isDriven, trouble, ...occupants }) =>
    card(car.id, {
      title: m.rides_text_car({ whose: car.driver === '' ? 'nobody' : 'other', name: name(car.driver) }),
      facts: [
        ...carFacts(car, group.dates),
        // That nobody drives it is in its name.
        ...(trouble && trouble !== 'nobody' ? [troubleText(trouble, { who: 'other', name: name(car.driver) })] : []),
      ],
      rows: [
        ...(isDriven ? [row('driver', m.rides_text_driver({ name: name(car.driver) }))] : []),
        ...occupantRows(occupants, name),
      ],
    }),
  )
  const plan = planBeds(bedsOf(view) ?? bedsSection.empty, group)
  const beds = plan.beds.map(({ bed, ...occupants }) =>
    card(bed.id, { title: bedTitle(bed), facts: bedFacts(bed), rows: occupantRows(occupants, name) }),
  )
  const withHeading = (over: string, cards: readonly SheetCard[]) =>
    cards.map((one, index) => (index === 0 ? { ...one, over } : one))
  return [
    ...(cars.length > 0
      ? withHeading(m.rides_title(), [...cars, ...need('no ride', m.print_need_ride(), rides.without)])
      : []),
    ...(beds.length > 0
      ? withHeading(m.beds_title(), [...beds, ...need('no bed', m.print_need_bed(), plan.without)])
      : []),
  ]
}

function occupantRows({ inside, waiting, free }: Occupants, name: NameOf): SheetRow[] {
  return [
    ...inside.map((id) => row(id, name(id))),
    ...(free > 0 ? [row('free', m.rides_text_free({ count: free }))] : []),
    ...(waiting.length > 0 ? [row('waiting', m.rides_text_waiting({ people: waiting.map(name).join(', ') }))] : []),
  ]
}

/** What the current user may know of people who may come: of those whose record they see at any time. */
export interface Known {
  person: Person
  /** Undefined if it is empty, or not theirs to see. */
  record: PrivateRecord | undefined
}

/** @param records undefined if they are not loaded */
export function knownPeople(view: PlanView, records: readonly PrivateParty[] | undefined, today: LocalDate): Known[] {
  const { user, trip } = view
  const isExpired = isPrivateExpired(tripDates(view), today)
  return listedPeople(view).flatMap(({ id: partyId, persons }) =>
    persons.flatMap((person): Known[] => {
      if (person.coming === 'not_coming') return []
      const whom = { partyId, personId: person.id }
      const ofParty = records?.find(({ id }) => id === partyId)
      // What somebody shows only in an emergency stays off the paper.
      const maySee = user !== undefined && !isExpired && canSeePrivate(user, trip, whom)
      const record = maySee ? ofParty?.persons.find(({ id }) => id === person.id) : undefined
      return [{ person, record: record && isFilled(record) ? record : undefined }]
    }),
  )
}

/** For organizers: the numbers of people, by name. */
export function contactCards(view: PlanView, known: readonly Known[]): SheetCard[] {
  if (!canManagePeople(view.trip)) return []
  const rows = known
    .flatMap(({ person, record }) =>
      record && record.phone.trim() !== '' ? [row(person.id, labelOf(person), { aside: record.phone.trim() })] : [],
    )
    .toSorted((one, other) => one.text.localeCompare(other.text))
  return rows.length === 0 ? [] : [card('people', { title: m.print_contacts_people({ count: rows.length }), rows })]
}

/** What helpers must know of people: allergies, medicine, notes, whom to call. */
export function helperCards(known: readonly Known[]): SheetCard[] {
  const rows = known.flatMap(({ person, record }) => {
    const notes = [
      allergyWords(person),
      // Never shortened: the end may be what matters.
      person.food_note.trim(),
      person.carries_medicine ? m.group_person_carries_medicine() : '',
      ...(record ? recordNotes(record) : []),
    ].filter(Boolean)
    const matters = notes.length > 0
    return matters ? [row(person.id, labelOf(person), { aside: record?.phone.trim() ?? '', notes })] : []
  })
  return rows.length === 0 ? [] : [card('helpers', { title: m.emergency_people_title(), rows })]
}

function recordNotes({ contact_name, contact_phone, medical }: PrivateRecord): string[] {
  const contact = [contact_name, contact_phone].map((text) => text.trim()).filter(Boolean)
  return [
    medical.trim() && m.print_medical({ notes: medical.trim() }),
    contact.length > 0 ? m.print_emergency_contact({ contact: contact.join(', ') }) : '',
  ].filter(Boolean)
}

/** How many people's numbers, allergies or notes are on the paper. */
export const countPrivate = (cards: readonly SheetCard[]): number =>
  cards.filter(({ id }) => id === 'people' || id === 'helpers').reduce((sum, { rows }) => sum + rows.length, 0)

/** @param isOver whether the trip is over: then fees that were paid in advance are settled too */
export function costCards(view: PlanView, nameInText: NameOf, isOver: boolean): SheetCard[] {
  const all = (isOver ? costsOfTrip : costsSoFar)(view)
  if (!all || (all.costs.expenses.length === 0 && all.costs.payments.length === 0)) return []
  const { costs, households, transfers, isOneHousehold } = all
  const currency = view.values.costs?.currency ?? ''
  // On paper the current user has a name too.
  const group = { ...all.group, me: '', mine: '', own: new Set<string>(), nameOf: nameInText }
  const money = (amount: number) => formatMoney(amount, currency, currency)
  const nameOf = (id: string) => nameHousehold(id, group)
  const balances = households.map(({ id, balance }) => {
    const { who, name } = nameOf(id)
    const words = { who, amount: money(Math.abs(balance)) }
    const text =
      balance === 0
        ? m.costs_balance_settled()
        : balance > 0
          ? m.costs_balance_owed(words)
          : m.costs_balance_owing(words)
    return row(id, name, { aside: text })
  })
  const settling = transfers.map(({ from, to, amount }) =>
    row(`${from} ${to}`, m.print_transfer({ from: nameOf(from).name, to: nameOf(to).name }), { aside: money(amount) }),
  )
  const entries = rowMaker(
    group,
    currency,
  )(costs).map(({ id, title, who, amount, counted, date, warnings }) =>
    row(id, title, {
      time: date === '' ? '' : formatDay(date as LocalDate),
      aside: amount,
      notes: [[who, counted].filter(Boolean).join(' · '), ...warnings].filter(Boolean),
    }),
  )
  return [
    ...(isOneHousehold ? [] : [card('balances', { title: m.costs_balances_title(), rows: balances })]),
    ...(settling.length > 0 ? [card('settle', { title: m.costs_settle_title(), rows: settling })] : []),
    card('entries', { title: m.costs_total(), aside: money(costs.total), rows: entries }),
  ]
}
