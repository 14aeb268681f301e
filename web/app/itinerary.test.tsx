import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { Itinerary } from '#domain/plan/itinerary.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { activity, itineraryDay } from '#web/testing/itinerary.ts'
import { type OpenedTrip, openTrip } from '#web/testing/open-trip.tsx'
import { button, expectCount, expectText, expectTexts, pressOn } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

/* The itinerary on the page of its trip. What others change meanwhile: e2e/itinerary.spec.ts. */

const LIGHT = 'Light Activities'
const HARD = 'Physically Challenging'
const ICONS = {
  Place: 'MapPin',
  Mountain: 'Mountain',
  Coffee: 'Coffee',
  Sun: 'Sun',
  Activity: 'Activity',
  Clock: 'Clock',
} as const

const tab = page.getByRole('tabpanel', { name: 'Itinerary' })
const days = tab.getByRole('region', { name: /^Day \d+$/ })
const day = (number: number) => tab.getByRole('region', { name: `Day ${number}`, exact: true })
const title = (number: number) => day(number).getByRole('heading', { level: 3 })
const activities = (number: number, level: string) =>
  day(number)
    .getByRole('region', { name: `${level}, day ${number}`, exact: true })
    .getByRole('listitem')
/** Opens the fields of one activity. */
const open = (one: Locator) => one.getByRole('button', { name: /^Edit / }).click()
const saveState = page.getByRole('banner').getByRole('status')

async function openItinerary(itinerary?: Itinerary): Promise<OpenedTrip> {
  const opened = await openTrip({ values: itinerary && { itinerary } })
  showApp(`/trip/${opened.trip.id}?tab=itinerary`)
  await expect.element(days.first()).toBeVisible()
  return opened
}

async function writeTitle(number: number, text: string): Promise<void> {
  await title(number).getByRole('button').click()
  await day(number).getByLabelText(`Day ${number}`, { exact: true }).fill(text)
}

test('ITIN-8 day links lead to each day; a new day scrolls into view and gets the focus', async () => {
  await page.viewport(390, 844)
  const full = (name: string) => itineraryDay(name, ['Swim', 'Nap'], ['Climb', 'Run'])
  await openItinerary({ 1: full('Monday'), 2: full('Tuesday'), 3: full('Wednesday') })
  const dayLinks = tab.getByRole('navigation', { name: 'Days' }).getByRole('button')
  await expectTexts(dayLinks, ['Day 1', 'Day 2', 'Day 3'])
  /** A day is in view if its title is visible below the header. */
  const expectInView = async (number: number) => {
    await expect.element(day(number)).toHaveFocus()
    await expect.element(title(number)).toBeInViewport({ ratio: 1 - 1e-6 })
    const header = page.getByRole('banner').element().getBoundingClientRect().height
    await expect.poll(() => day(number).element().getBoundingClientRect().top).toBeGreaterThan(header - 1)
  }
  await dayLinks.nth(2).click()
  await expectInView(3)
  await button('Add Day').last().click()
  await expectInView(4)
  await button('Add Day').first().click()
  await expectInView(5)
  await expectCount(dayLinks, 5)
  await expectNoAxeFindings()
})

test('SAVE-7, CALL-DATA-34, CALL-DATA-36, CALL-DATA-37, DATA-31, DATA-32, DATA-34..40, CONST-17 all fields are free text, and a save sends only what differs', async () => {
  const plan = { 1: itineraryDay('Monday', ['Swim'], ['Climb']), 2: itineraryDay('Tuesday', ['Read'], ['Portage']) }
  const opened = await openItinerary(plan)
  await expectText(title(2), 'Tuesday')
  for (const [number, level, name] of [
    [1, LIGHT, 'Swim'],
    [1, HARD, 'Climb'],
    [2, LIGHT, 'Read'],
  ] as const)
    await expectText(activities(number, level), name)
  const edited = activities(2, HARD)
  const field = (label: string) => edited.getByLabelText(label, { exact: true })
  await open(edited)
  await expect.element(field('Time')).toHaveValue('9:00 AM')
  await expectNoAxeFindings()
  await expect.element(field('Description')).toHaveValue('All about Portage')
  await expect.element(field('Duration')).toHaveValue('2 hours')

  await writeTitle(2, 'Tuesday 🛶')
  await open(edited)
  await field('Time').fill('when the fog lifts')
  await field('Activity').fill('Portage <b>to</b> "Threenarrows"')
  // A name is one line, even if it wraps.
  await pressOn(field('Activity'), 'Enter')
  await field('Description').fill('3 km.\nالكثير من البعوض')
  await field('Duration').fill('half a day')
  await field('Map URL').fill('www.openstreetmap.org/?mlat=46.1')
  // Leaving the field adds the scheme.
  await pressOn(field('Map URL'), 'Tab')
  await expect.element(field('Map URL')).toHaveValue('https://www.openstreetmap.org/?mlat=46.1')
  await expectText(saveState, 'Saved')
  const portage = {
    ...plan[2].hard[0],
    time: 'when the fog lifts',
    activity: 'Portage <b>to</b> "Threenarrows"',
    description: '3 km.\nالكثير من البعوض',
    duration: 'half a day',
    mapUrl: 'https://www.openstreetmap.org/?mlat=46.1',
  }
  expect(opened.stored('itinerary')).toEqual({ ...plan, 2: { ...plan[2], title: 'Tuesday 🛶', hard: [portage] } })
  const place = '2 hard *'
  expect(new Set(opened.sent('itinerary').flat())).toEqual(
    new Set([
      'set 2 title',
      ...['time', 'activity', 'description', 'duration', 'mapUrl'].map((of) => `set ${place} ${of}`),
    ]),
  )

  await opened.forget()
  showApp(`/trip/${opened.trip.id}?tab=itinerary`)
  await expectText(title(2), 'Tuesday 🛶')
  await expect.element(edited.getByText('الكثير من البعوض')).toBeVisible()
  await open(edited)
  await expect.element(field('Description')).toHaveValue('3 km.\nالكثير من البعوض')
  await expect.element(field('Map URL')).toHaveValue('https://www.openstreetmap.org/?mlat=46.1')
})

test('CALL-DATA-35, DATA-33, DATA-41, CONST-29 stores each of the six icons; activities keep their order', async () => {
  const names = Object.values(ICONS)
  const light = names.map((icon) => ({ ...activity(`With ${icon}`), icon }))
  const { stored } = await openItinerary({ 2: { title: 'Rows', light, hard: [activity('Without')] } })
  await expectCount(activities(2, LIGHT), 6)
  expect(
    activities(2, LIGHT)
      .elements()
      .map((one) => one.querySelector('[data-part=activity]')?.textContent),
  ).toEqual(names.map((name) => `With ${name}`))
  /** The icon of an activity outside edit mode. */
  const readIcon = (name: string, word: string) =>
    tab.getByRole('listitem').filter({ hasText: name }).getByRole('img', { name: word, exact: true }).element()
      .innerHTML
  const drawings = Object.entries(ICONS).map(([word, name]) => readIcon(`With ${name}`, word))
  expect(new Set(drawings).size).toBe(6)
  const drawingOf = (label: string) => button(label).element().querySelector('svg')?.innerHTML
  expect(readIcon('Without', 'Activity')).toBe(readIcon('With Activity', 'Activity'))
  await open(activities(2, HARD))

  let shown = 'Activity'
  for (const word of ['Place', 'Mountain', 'Coffee', 'Sun', 'Clock', 'Activity'] as const) {
    await button(`Icon for Without: ${shown}`).click()
    await expectTexts(page.getByRole('menuitem'), Object.keys(ICONS))
    await page.getByRole('menuitem', { name: word, exact: true }).click()
    await expect.element(button(`Icon for Without: ${word}`)).toBeVisible()
    await expectCount(page.getByRole('menu'), 0)
    expect(drawingOf(`Icon for Without: ${word}`)).toBe(readIcon(`With ${ICONS[word]}`, word))
    await expect
      .poll(() => stored('itinerary')[2]?.hard.at(-1))
      .toMatchObject({ activity: 'Without', icon: ICONS[word] })
    shown = word
  }
  expect(stored('itinerary')[2]?.light.map(({ icon }) => icon)).toEqual(names)
})

test('an off-screen day reserves about its real height, in one column or two', async () => {
  const heights = () => days.elements().map((one) => one.getBoundingClientRect().height)
  for (const width of [390, 1280]) {
    await page.viewport(width, 800)
    await openItinerary()
    await expectCount(days, 4)
    const guessed = heights()
    for (const one of days.elements()) (one as HTMLElement).style.contentVisibility = 'visible'
    for (const [at, needed] of heights().entries()) {
      // Otherwise days would overlap and the scroll bar would jump.
      expect((guessed[at] ?? 0) / needed, `day ${at + 1} at ${width} px`).toBeGreaterThan(0.9)
      expect((guessed[at] ?? 0) / needed, `day ${at + 1} at ${width} px`).toBeLessThan(1.4)
    }
  }
})
