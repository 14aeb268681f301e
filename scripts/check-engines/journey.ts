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
export interface JourneyOptions {
  folder: string
  tell: (line: string) => void
}

/**
 * One person's journey through the product: registers, plans a road trip and an air trip in every section, makes one
 * available offline, opens and edits it while the server is down, and finds everything once the server is back and they
 * sign in again.
 * @throws Error that names the failed step
 */
export async function runJourney(driver: Driver, server: BenchServer, { folder, tell }: JourneyOptions): Promise<void> {
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
        await driver.screenshot(),
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
      driver.evaluate(() => document.querySelector('header [role=status]')?.textContent === 'Saved'),
    )
  const tab = (name: string) => hand.press(name, '[role=tab]')

  await driver.resize(PHONE.width, PHONE.height)
  await step('the sign-in page', async () => {
    await driver.navigate(server.address)
    await hand.waitForText('Sign In')
  })
  await step('registration', async () => {
    await hand.press('Create Beta Account')
    await hand.fill('Full Name*', camper.name)
    await hand.fill('Username*', camper.username)
    await hand.fill('Email Address*', camper.email)
    await hand.fill('Password*', camper.password)
  })
  await step('the trip list', async () => {
    await hand.press('Create Account')
    await hand.waitForText('Your trips')
  })
  await step('a new road trip', async () => {
    await hand.press('Create New Trip')
    await hand.fill('Trip Name', 'Canoe trip')
    await hand.press('Create Trip')
    await hand.waitForText('Canoe trip')
  })
  await step('details edited', async () => {
    await hand.fill('Destination', 'Canoe Lake')
    await hand.press('Add entry gate')
    await hand.fill('Entry gate', 'West Gate')
    await hand.press('Add Distance')
    await hand.fill('Place 1', 'Toronto')
    await hand.fill('Distance 1', '270 km')
    await saved()
  })
  await step('notes added', async () => {
    for (const note of ['first', 'second', 'third', 'fourth']) {
      await hand.press('Add Note')
      await hand.types(note)
    }
    await saved()
  })
  await step('a note dragged', async () => {
    await hand.drags('Move note 10', 'Move note 12')
    await hand.until('the dragged order', async () => {
      return (await driver.evaluate(lastFourNotes)) === 'second,third,first,fourth'
    })
    await saved()
  })
  await step('meals', async () => {
    await tab('Food & Meals')
    await hand.waitForText('Meal Plan')
  })
  await step('meals edited', async () => {
    await hand.press('Edit meal plan')
    await hand.press('Add snack')
    await hand.types('Raisins')
    await hand.press('Save')
    await saved()
    await hand.waitForText('Raisins')
  })
  await step('itinerary edited', async () => {
    await tab('Itinerary')
    await hand.press('Edit…', 'h3 button')
    await hand.fill('Day 1', 'Over the portage')
    await hand.types(KEYS.enter)
    await hand.waitForText('Over the portage')
    await saved()
  })
  await step('checklist item ticked', async () => {
    await tab('Checklist')
    await hand.press('…', CHECKBOX)
    await saved()
  })
  await step('checklist edited', async () => {
    await hand.press('Edit checklist')
    await hand.press('Add category')
    await hand.types('Boats')
    await hand.press('Add Item', '[aria-label=Boats] button')
    await hand.types('Canoe')
    await hand.press('Save Changes')
    await hand.waitForText('Boats')
    await saved()
  })
  await step('the people page', async () => {
    await hand.press('People…')
    await hand.waitForText('It’s just you so far')
  })
  await step('available offline', async () => {
    await hand.press('Back…')
    await tab('Overview')
    await hand.until('the end of the page', () => driver.evaluate(scrollToSwitch))
    await hand.press('Available offline…', '[role=switch]')
    await hand.waitForText('On this device')
  })
  await step('opened while the server is down', async () => {
    await server.kill()
    await driver.navigate(server.address)
    await hand.press('Canoe trip…', 'a')
    await hand.waitForText('Canoe Lake')
  })
  await step('edited while the server is down', async () => {
    await hand.press('Destination…')
    await hand.fill('Destination', 'Smoke Lake')
    await tab('Checklist')
    await hand.waitForText('Boats')
  })
  await step('saved once the server is back', async () => {
    await server.start()
    await saved()
  })
  await step('an air trip', async () => {
    await driver.navigate(server.address)
    await hand.press('Create New Trip')
    await hand.fill('Trip Name', 'Lisbon')
    await hand.press('Air Travel…', 'label')
    await hand.press('Create Trip')
    await hand.waitForText('Lisbon')
    await hand.press('Add flight number')
    await hand.fill('Flight number', 'TP 258')
    await saved()
  })
  await step('a ticket added', async () => {
    await tab('Tickets & Passes')
    await hand.press('Add First Ticket')
    await hand.fill('Title', 'Lisbon to Porto')
    await hand.press('Save Changes')
    await hand.waitForText('Lisbon to Porto')
  })
  await step('a document uploaded', async () => {
    await hand.press('Show Documents')
    const file = join(folder, 'passport.pdf')
    await writeFile(file, PDF)
    await driver.choose('input[type=file]', [file])
    await hand.waitForText('passport.pdf')
  })
  await step('signed out and in again', async () => {
    await hand.press(camper.username, 'header button[aria-haspopup=menu]')
    await hand.press('Sign Out', '[role=menuitem]')
    await hand.waitForText('Sign In')
    await hand.fill('Email', camper.email)
    await hand.fill('Password', camper.password)
    await hand.types(KEYS.enter)
    await hand.press('Canoe trip…', 'a')
    await hand.waitForText('Smoke Lake')
  })
}

/** Runs in the page: the texts of the last notes. One whose field is open is not a text. */
function lastFourNotes(): string {
  return [...document.querySelectorAll('main ol > li')]
    .slice(-4)
    .map((note) => note.querySelector('textarea')?.value ?? note.querySelector('p')?.textContent)
    .join()
}

/** Runs in the page: scrolls to the end, which loads when it is near. Returns whether it is there. */
function scrollToSwitch(): boolean {
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
  return document.querySelector('[role=switch]') !== null
}
