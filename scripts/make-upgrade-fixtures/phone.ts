import { setTimeout as pause } from 'node:timers/promises'
import type { SectionName, SectionValue } from '#domain/plan/index.ts'
import { newItineraryDay } from '#domain/plan/itinerary.ts'
import { newMealDay } from '#domain/plan/meals.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import type { PlanClient } from '#web/data/sync/plan-client.ts'
import { type StoredDevice, StoringBrowser } from '#web/data/testing/stored-device.ts'
import type { EditDialog } from '#web/features/costs/open-dialog.ts'
import {
  editedLists,
  entryId,
  inList,
  insertSecond,
  markOf,
  moveToFront,
  okaforId,
  remove,
  setField,
  setText,
} from './lists.ts'
import { editAs, listOf, pass, type Story } from './story.ts'

/** Long enough for the disk, and for what waits 200 ms before it is persisted. */
const SETTLE_MS = 600

type Change = (value: unknown) => unknown

/** Ben's phone, with the app's own code. */
export class Phone {
  readonly #story: Story
  readonly #browser = new StoringBrowser()
  readonly #client: TestClient
  #plan: PlanClient | undefined

  constructor(story: Story) {
    this.#story = story
    this.#client = story.people.ben.client
  }

  /** Opens three trips, and edits one of them: one answer is a refusal, and one gets lost. */
  async planOnline(): Promise<void> {
    this.#goOnline()
    await this.#openApp()
    const { people, trips } = this.#story
    for (const trip of [trips.road, trips.air, trips.cottage]) await this.#openTrip(trip)
    const kitchen = listOf('checklist')
    await editAs(people.anna, trips.road, 'checklist', remove(kitchen, 10))
    this.#edit(trips.road, 'checklist', inList(kitchen, setField(entryId(kitchen, 10), 'checked', false)))
    await this.#send()
    this.#browser.network = async (path, init) => {
      await this.#request(path, init)
      throw new TypeError('Failed to fetch')
    }
    this.#edit(trips.road, 'notes', insertSecond(listOf('notes'), noteOf('BenNotesAnswerLost')))
    await this.#send()
    this.#browser.goOffline()
  }

  /** Before Anna edits the same entries. */
  async editBefore(): Promise<void> {
    for (const list of editedLists) {
      const edit = (change: Change) => this.#edit(this.#story.trips[list.trip], list.section, change)
      edit(setText(list, 0, (text) => `${text} ${markOf('Ben', list, 0)}`))
      edit(setText(list, 1, (text) => `${text} ${markOf('Ben', list, 1)}`))
      edit(remove(list, 2))
      const undo = edit(remove(list, 3))
      edit(moveToFront(list, 4))
      edit(insertSecond(list, list.build(entryId(list, 20), markOf('Ben', list, 20))))
      if (list.choice) edit(inList(list, setField(entryId(list, 5), list.choice.field, list.choice.to)))
      await this.#send()
      // What was sent does not fold, so this restores the entry.
      undo()
      pass(1)
    }
    const { road, air, cottage } = this.#story.trips
    this.#edit(road, 'details', (value) => ({ ...(value as object), car_trip_entry_gate: 'BenGate, west' }))
    this.#edit(cottage, 'notes', (value) => [...(value as object[]), noteOf('BenCottage')])
    const days: [SectionName, (day: number) => unknown][] = [
      ['meals', (day) => newMealDay('car_trip', day)],
      ['itinerary', (day) => newItineraryDay('car_trip', day)],
    ]
    for (const [section, newDay] of days) {
      this.#edit(road, section, (value) => ({ ...(value as object), 9: newDay(9) }))
      this.#edit(road, section, withoutDay('3'))
      const undo = this.#edit(road, section, withoutDay('2'))
      await this.#send()
      undo()
    }
    this.#edit(air, 'details', (value) => ({
      ...(value as object),
      air_travel_flight_info: { carrier: 'BenCarrier', flightNumber: 'TP 260' },
    }))
    await this.#send()
  }

  /** After Anna has edited them. The phone does not know. */
  async editAfter(): Promise<void> {
    for (const list of editedLists) {
      const edit = (change: Change) => this.#edit(this.#story.trips[list.trip], list.section, change)
      edit(setText(list, 6, (text) => `${text} ${markOf('Ben', list, 6)}`))
      edit(remove(list, 7))
      edit(setText(list, 8, (text) => `${text} and`))
      edit(setText(list, 8, (text) => `${text} ${markOf('Ben', list, 8)}`))
      edit(remove(list, 9))
      pass(1)
    }
    await this.#send()
  }

  /** Writes drafts, and closes the page in the middle of the last edits. Returns what the phone stores then. */
  async close(): Promise<StoredDevice> {
    const { trips, people } = this.#story
    const { PageEvents } = await import('#web/data/page-events.ts')
    const { costsDialogsKey, Drafts, draftKey } = await import('#web/data/storage/drafts.ts')
    const drafts = new Drafts(new PageEvents())
    const { persistSeen } = await import('#web/data/storage/persisted-seen.ts')
    const { dismissNote } = await import('#web/data/storage/dismissed-notes.ts')
    const { writeChoices } = await import('#web/data/storage/offline-choices.ts')
    for (const section of ['meals', 'checklist', 'tickets'] as const) {
      const list = listOf(section)
      const from = this.#find(trips[list.trip], section).getSnapshot().value
      const value = setText(list, 0, (text) => `${text} BenDraft`)(from)
      drafts.write(draftKey(people.ben.id, trips[list.trip], section), { from, value })
    }
    await this.#writeCostsDrafts((value) => drafts.write(costsDialogsKey(people.ben.id, trips.road), value))
    persistSeen(people.ben.id, trips.road, { notes: { version: 3, at: Date.now() } })
    dismissNote(people.ben.id, trips.road)
    writeChoices([`${people.ben.id} ${trips.road}`])
    await pause(SETTLE_MS)
    const records = await this.#browser.readRecords()
    const notes = listOf('notes')
    this.#edit(
      trips.road,
      'notes',
      setText(notes, 10, (text) => `${text} ${markOf('Ben', notes, 10)}`),
    )
    this.#edit(trips.road, 'notes', insertSecond(notes, noteOf('BenNotesJournal')))
    this.#edit(trips.road, 'notes', remove(notes, 11))
    this.#edit(trips.road, 'notes', moveToFront(notes, 12))
    this.#edit(
      trips.air,
      'tickets',
      setText(listOf('tickets'), 4, (text) => `${text} BenTicketsJournal`),
    )
    this.#plan?.unload()
    const storage = structuredClone(this.#browser.readStorage())
    await pause(SETTLE_MS)
    this.#plan?.forget()
    return { indexedDB: records, ...storage }
  }

  /** A new expense, a change of one, and a new payment, all half typed. */
  async #writeCostsDrafts(write: (value: unknown) => void): Promise<void> {
    const { keyOf, toStored } = await import('#web/features/costs/draft-dialogs.ts')
    const { emptyForm, formOf } = await import('#web/features/costs/expense-form.ts')
    const { paymentForm } = await import('#web/features/costs/check-payment.ts')
    const { groupOf } = await import('#web/features/costs/testing/group-of.ts')
    const { newExpense, newPayment } = await import('#domain/plan/costs.ts')
    const { value } = this.#find(this.#story.trips.road, 'costs').getSnapshot()
    const [stored] = (value as SectionValue<'costs'>).expenses
    if (!stored) throw new Error('The phone has no expense')
    const [ben, grace] = [okaforId(0), okaforId(1)]
    const group = groupOf(ben, [])
    const empty = emptyForm('CAD', '', group)
    const several = { isByMany: true, paid: { [ben]: '12.', [grace]: '' }, restOf: grace, receipts: [receipt()] }
    const paid = newPayment(crypto.randomUUID(), { from: ben, to: grace, amount: 1250, currency: 'CAD' }, ben)
    const dialogs: EditDialog[] = [
      {
        is: 'expense',
        isNew: true,
        editing: {
          before: newExpense(crypto.randomUUID(), 'CAD', ben),
          initial: empty,
          form: { ...empty, ...several, name: 'BenDraftExpense', rate: '1,4' },
        },
      },
      {
        is: 'expense',
        isNew: false,
        editing: {
          before: stored,
          initial: formOf(stored, group),
          form: { ...formOf(stored, group), note: 'BenDraftNote', split: 'weights', weights: { [grace]: '½' } },
        },
      },
      {
        is: 'payment',
        isNew: true,
        editing: { before: paid, form: { ...paymentForm(paid), amount: '', note: 'BenDraftPayment' } },
      },
    ]
    write(toStored(new Map(dialogs.map((dialog) => [keyOf(dialog), dialog]))))
  }

  #goOnline(): void {
    this.#browser.network = (path, init) => this.#request(path, init)
  }

  #request(path: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> {
    const names = headers as Record<string, string> | undefined
    return this.#client.request(method, path, { ...(names && { headers: names }), ...(body && { raw: body }) })
  }

  async #openApp(): Promise<void> {
    const { PlanClient } = await import('#web/data/sync/plan-client.ts')
    const { DeviceLogs } = await import('#web/data/sync/device-logs.ts')
    const { httpTransport } = await import('#web/data/http/http-transport.ts')
    const { PageEvents } = await import('#web/data/page-events.ts')
    const { PersistedTrips } = await import('#web/data/storage/persisted-trips.ts')
    const userId = this.#story.people.ben.id
    const page = new PageEvents()
    const trips = new PersistedTrips(page)
    const device = { logs: new DeviceLogs(page), trips, currentUserId: async () => userId }
    this.#plan = new PlanClient({ transport: httpTransport, device })
    const { tripListResponse } = await import('#domain/api/trips.ts')
    const { body } = await this.#client.get('/api/trips')
    await trips.persistList(userId, tripListResponse.parse(body).trips)
  }

  async #openTrip(tripId: string): Promise<void> {
    await this.#plan?.open(tripId)
    await this.#plan?.private.fetch(tripId)
    await pause(SETTLE_MS)
  }

  #find(tripId: string, section: SectionName) {
    const store = this.#plan?.find(tripId, section)
    if (!store) throw new Error(`The phone has no ${section}`)
    return store
  }

  #edit(tripId: string, section: SectionName, change: Change): () => void {
    const store = this.#find(tripId, section)
    const undo = store.edit(change as (value: SectionValue<SectionName>) => SectionValue<SectionName>)
    return undo
  }

  async #send(): Promise<void> {
    await this.#plan?.flush()
    await pause(SETTLE_MS)
  }
}

const receipt = () => ({ id: crypto.randomUUID(), file_name: 'receipt.jpg' })

const noteOf = (text: string) => ({ id: crypto.randomUUID(), text })

const withoutDay = (day: string) => (value: unknown) =>
  Object.fromEntries(Object.entries(value as object).filter(([key]) => key !== day))
