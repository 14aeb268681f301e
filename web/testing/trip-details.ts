import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { Trip, TripCard } from '#domain/trip.ts'

/* The fields of a trip's details, and a trip as the list has it. */

/** The panel of the open tab. */
export const panel = page.getByRole('tabpanel')
export const field = (label: string) => panel.getByLabelText(label, { exact: true })

/**
 * The field of a trip's detail. Unless it is open already, as in a new trip, it is opened by a press on its row, which
 * closes any other one.
 */
export async function openField(label: string): Promise<Locator> {
  const input = field(label)
  // A distance has two fields and one row.
  const name = label.replace(/^Place (?=\d)/, 'Distance ')
  const row = panel.getByRole('button', { name: new RegExp(`^(Add )?${name}(?!\\d)`, 'i') })
  await expect.poll(() => input.elements().length + row.elements().length).toBeGreaterThan(0)
  if (row.elements().length > 0) await row.click()
  await expect.element(input).toBeVisible()
  return input
}

export const fillField = async (label: string, text: string): Promise<void> => (await openField(label)).fill(text)

export async function addDistance(number: number, place: string, distance: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Distance' }).click()
  await fillField(`Place ${number}`, place)
  await fillField(`Distance ${number}`, distance)
}

/** Expects a value of a detail, after opening its field. */
export async function expectField(label: string, value: string): Promise<void> {
  await expect.element(await openField(label)).toHaveValue(value)
}

/** The field of a note, opened by a press on it unless it is open already. */
export async function openNote(number: number): Promise<Locator> {
  const notes = page.getByRole('region', { name: 'Trip Notes & Reminders' })
  const area = notes.getByLabelText(`Note ${number}`, { exact: true })
  const opener = notes.getByRole('button', { name: `Edit note ${number}`, exact: true })
  await expect.poll(() => area.elements().length + opener.elements().length).toBeGreaterThan(0)
  const row = notes.getByRole('listitem').nth(number - 1)
  if (opener.elements().length > 0) await row.getByRole('paragraph').click()
  await expect.element(area).toBeVisible()
  return area
}

/** A trip without dates, as the list has it. */
export const cardOf = (trip: Trip, more: Partial<TripCard> = {}): TripCard => ({
  ...trip,
  destination_name: '',
  departure_date: '',
  return_date: '',
  is_archived: false,
  deleted_at: null,
  ...more,
})
