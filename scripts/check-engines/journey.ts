import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchServer } from '../bench/server.ts'
import type { Driver } from './driver.ts'
import { CHECKBOX, Hand, KEYS } from './hand.ts'

const PHONE = { width: 390, height: 844 }
const camper = { name: 'Sam Camper', username: 'sam', email: 'sam@example.org', password: 'birch-bark-canoe' }
/** A minimal PDF that passes a check of its first bytes. */
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

/** Where a journey puts its screenshots, and how it reports its steps. */
export interface Way {
  folder: string
  tell: (line: string) => void
}

/**
 * One person's journey through the product: registers, plans a road trip and an air trip in every section, makes one
 * available offline, opens and edits it while the server is down, and finds everything once the server is back and they
 * sign in again.
 * @throws Error that names the failed step
 */
export async function travel(driver: Driver, server: BenchServer, { folder, tell }: Way): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const hand = new Hand(driver)
  let screenshots = 0
  const step = async (what: string, act: () => Promise<void>) => {
    screenshots += 1
    const takeScreenshot = async (suffix = '') => {
      // Let animations end.
      await pause(500)
      await writeFile(
        join(folder, `${String(screenshots).padStart(2, '0')} ${what}${suffix}.png`),
        await driver.picture(),
      )
    }
    try {
      await act()
    } catch (failure) {
      await takeScreenshot(', failed')
      throw new Error(`${what}: ${(failure as Error).message}`)
    }
    await takeScreenshot()
    tell(what)
  }
  const saved = () =>
    hand.until("'Saved'", () =>
      driver.ask(() => document.querySelector('header [role=status]')?.textContent === 'Saved'),
    )
  const tab = (name: string) => hand.presses(name, '[role=tab]')

  await driver.resize(PHONE.width, PHONE.height)
  await step('the sign-in page', async () => {
    await driver.go(server.address)
    await hand.sees('Sign In')
  })
  await step('registration', async () => {
    await hand.presses('Create Beta Account')
    await hand.writes('Full Name*', camper.name)
    await hand.writes('Username*', camper.username)
    await hand.writes('Email Address*', camper.email)
    await hand.writes('Password*', camper.password)
  })
  await step('the trip list', async () => {
    await hand.presses('Create Account')
    await hand.sees('Your trips')
  })
  await step('a new road trip', async () => {
    await hand.presses('Create New Trip')
    await hand.writes('Trip Name', 'Canoe trip')
    await hand.presses('Create Trip')
    await hand.sees('Canoe trip')
  })
  await step('details edited', async () => {
    await hand.writes('Destination', 'Canoe Lake')
    await hand.writes('Entry gate', 'West Gate')
    await hand.presses('Add Distance')
    await hand.writes('Place 1', 'Toronto')
    await hand.writes('Distance 1', '270 km')
    await saved()
  })
  await step('notes added', async () => {
    for (const note of ['first', 'second', 'third', 'fourth']) {
      await hand.presses('Add Note')
      await hand.types(note)
    }
    await saved()
  })
  await step('a note dragged', async () => {
    await hand.drags('Move note 10', 'Move note 12')
    await hand.until('the dragged order', async () => {
      const notes = await Promise.all([10, 11, 12, 13].map(async (number) => (await hand.values(`Note ${number}`))[0]))
      return notes.join() === 'second,third,first,fourth'
    })
    await saved()
  })
  await step('meals', async () => {
    await tab('Food & Meals')
    await hand.sees('Meal Plan')
  })
  await step('meals edited', async () => {
    await hand.presses('Edit meal plan')
    await hand.presses('Add snack')
    await hand.types('Raisins')
    await hand.presses('Save')
    await saved()
    await hand.sees('Raisins')
  })
  await step('itinerary edited', async () => {
    await tab('Itinerary')
    await hand.presses('Edit…', 'h3 button')
    await hand.writes('Day 1', 'Over the portage')
    await hand.types(KEYS.enter)
    await hand.sees('Over the portage')
    await saved()
  })
  await step('checklist item ticked', async () => {
    await tab('Checklist')
    await hand.presses('…', CHECKBOX)
    await saved()
  })
  await step('checklist edited', async () => {
    await hand.presses('Edit checklist')
    await hand.presses('Add category')
    await hand.types('Boats')
    await hand.presses('Add Item', '[aria-label=Boats] button')
    await hand.types('Canoe')
    await hand.presses('Save Changes')
    await hand.sees('Boats')
    await saved()
  })
  await step('the people page', async () => {
    await hand.presses('People…')
    await hand.sees('It’s just you so far')
  })
  await step('available offline', async () => {
    await hand.presses('Back…')
    await tab('Overview')
    await hand.presses('Available offline…', '[role=switch]')
    await hand.sees('On this device')
  })
  await step('opened while the server is down', async () => {
    await server.kill()
    await driver.go(server.address)
    await hand.presses('Canoe trip…', 'a')
    await hand.reads('Destination', 'Canoe Lake')
  })
  await step('edited while the server is down', async () => {
    await hand.writes('Destination', 'Smoke Lake')
    await tab('Checklist')
    await hand.sees('Boats')
  })
  await step('saved once the server is back', async () => {
    await server.start()
    await saved()
  })
  await step('an air trip', async () => {
    await driver.go(server.address)
    await hand.presses('Create New Trip')
    await hand.writes('Trip Name', 'Lisbon')
    await hand.presses('Air Travel…', 'label')
    await hand.presses('Create Trip')
    await hand.sees('Lisbon')
    await hand.writes('Flight number', 'TP 258')
    await saved()
  })
  await step('a ticket added', async () => {
    await tab('Tickets & Passes')
    await hand.presses('Add First Ticket')
    await hand.writes('Title', 'Lisbon to Porto')
    await hand.presses('Save Changes')
    await hand.sees('Lisbon to Porto')
  })
  await step('a document uploaded', async () => {
    await hand.presses('Show Documents')
    const file = join(folder, 'passport.pdf')
    await writeFile(file, PDF)
    await driver.choose('input[type=file]', [file])
    await hand.sees('passport.pdf')
  })
  await step('signed out and in again', async () => {
    await hand.presses(camper.username, 'header button[aria-haspopup=menu]')
    await hand.presses('Sign Out', '[role=menuitem]')
    await hand.sees('Sign In')
    await hand.writes('Email', camper.email)
    await hand.writes('Password', camper.password)
    await hand.types(KEYS.enter)
    await hand.presses('Canoe trip…', 'a')
    await hand.reads('Destination', 'Smoke Lake')
  })
}
