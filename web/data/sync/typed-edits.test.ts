import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Details } from '#domain/plan/details.ts'
import type { Note } from '#domain/plan/notes.ts'
import { newId } from '../new-id.ts'
import { SimulatedServer } from '../testing/simulated-server.ts'
import { OpenPlan } from './open-plan.ts'

let server: SimulatedServer
let plan: OpenPlan

const type = (changed: Partial<Details>) => plan.find('details')?.edit((value) => ({ ...value, ...changed }))
const details = () => plan.find('details')?.getSnapshot().value
const notes = () =>
  plan
    .find('notes')
    ?.getSnapshot()
    .value.map(({ text }) => text)
const addNote = (note: Note) => plan.find('notes')?.edit((all) => [...all, note], 'at-once')
const writeNote = (id: string, text: string) =>
  plan.find('notes')?.edit((all) => all.map((one) => (one.id === id ? { ...one, text } : one)), 'at-once')
/** Another user's edit, which arrives here. */
function editAsOther(changed: Partial<Details>): void {
  server.editAsOther('details', (value) => ({ ...value, ...changed }))
  plan.receive(server.open())
}

beforeEach(() => {
  vi.useFakeTimers()
  server = new SimulatedServer()
  server.editAsOther('notes', () => [])
  server.editAsOther('details', (value) => ({ ...value, destination_name: 'Pog Lake', car_trip_entry_gate: '' }))
  plan = new OpenPlan(
    { id: 'trip', type: 'car_trip' },
    { transport: server, storage: undefined, host: { onReached: () => {}, onOutOfSync: () => {} } },
  )
  plan.receive(server.open())
  plan.resume([])
})

afterEach(() => {
  plan.close()
  vi.useRealTimers()
})

describe('what was typed in a field', () => {
  it('is taken back at once, also after it was sent in parts', async () => {
    const typed = plan.recordTyping()
    expect(plan.canTakeBack(typed)).toBe(false)
    for (const destination_name of ['Pog Lake, ', 'Pog Lake, site', 'Pog Lake, site 4']) {
      type({ destination_name })
      await vi.advanceTimersByTimeAsync(2000)
    }
    expect(plan.canTakeBack(typed)).toBe(true)
    plan.takeBack(typed)
    expect(details()?.destination_name).toBe('Pog Lake')
    await vi.advanceTimersByTimeAsync(2000)
    expect((server.sections.details.value as Details).destination_name).toBe('Pog Lake')
    expect(plan.canTakeBack(typed)).toBe(false)
  })

  it('sends nothing if it is taken back before it was sent', async () => {
    const typed = plan.recordTyping()
    type({ destination_name: 'Rock Lake' })
    plan.takeBack(typed)
    await vi.advanceTimersByTimeAsync(2000)
    expect(server.received).toEqual([])
  })

  it('is nothing if the text is the same again', () => {
    const typed = plan.recordTyping()
    type({ destination_name: 'Pog' })
    type({ destination_name: 'Pog Lake' })
    expect(plan.canTakeBack(typed)).toBe(false)
  })

  it('does not include the field that had the focus before', () => {
    plan.recordTyping()
    type({ car_trip_entry_gate: 'West Gate' })
    const typed = plan.recordTyping()
    type({ destination_name: 'Rock Lake' })
    plan.takeBack(typed)
    expect(details()).toMatchObject({ destination_name: 'Pog Lake', car_trip_entry_gate: 'West Gate' })
  })

  it('stays if others have changed the text after it was typed', async () => {
    const typed = plan.recordTyping()
    type({ destination_name: 'Rock Lake' })
    await vi.advanceTimersByTimeAsync(2000)
    editAsOther({ destination_name: 'Mew Lake' })
    expect(plan.canTakeBack(typed)).toBe(false)
    plan.takeBack(typed)
    expect(details()?.destination_name).toBe('Mew Lake')
  })

  it('stays if others have changed the text while it was typed', async () => {
    const typed = plan.recordTyping()
    type({ destination_name: 'Rock Lake' })
    await vi.advanceTimersByTimeAsync(2000)
    editAsOther({ destination_name: 'Mew Lake' })
    type({ destination_name: 'Mew Lake 5' })
    expect(plan.canTakeBack(typed)).toBe(false)
  })

  it('takes along the note that was added for it, unless others have written in it', async () => {
    const note: Note = { id: newId(), text: '' }
    addNote({ id: newId(), text: 'Bring ice' })
    addNote(note)
    const typed = plan.recordTyping()
    writeNote(note.id, 'No')
    writeNote(note.id, 'No idea')
    await vi.advanceTimersByTimeAsync(2000)
    plan.takeBack(typed)
    expect(notes()).toEqual(['Bring ice'])
    await vi.advanceTimersByTimeAsync(2000)
    expect(server.sections.notes.value).toMatchObject([{ text: 'Bring ice' }])

    addNote(note)
    const again = plan.recordTyping()
    writeNote(note.id, 'No idea')
    await vi.advanceTimersByTimeAsync(2000)
    server.editAsOther('notes', (all) => all.map((one) => ({ ...one, text: `${one.text}!` })))
    plan.receive(server.open())
    plan.takeBack(again)
    expect(notes()).toEqual(['Bring ice!', 'No idea!'])
  })
})
