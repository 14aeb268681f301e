import { randomUUID } from 'node:crypto'
import { buildDetails } from '#domain/testing/details.ts'
import { buildParty } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { expectField, fillField, noteTexts, openHistory } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { readPeople, shareWithEverybody, storeSection } from './stored-plan.ts'

test('the history describes who changed what, and goes back to an earlier version as a new one', async ({
  page,
  person,
  server,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const plan = { details: buildDetails({ destination_name: 'Killarney' }) }
  const tripId = await createTrip(page, { name: 'Looking back', type: 'car_trip', plan })
  const stored = () => server.database.prepare('select destination_name from trips where id = ?').pluck().get(tripId)
  // Backdate the first version, so that the next edit is not grouped with it.
  server.database.prepare("update plan_history set saved_at = '2026-01-01T10:00:00.000Z' where trip_id = ?").run(tripId)
  await page.goto(`/trip/${tripId}`)
  await fillField(page, 'Destination', 'Bon Echo')
  await expect.poll(stored).toBe('Bon Echo')
  await page.getByRole('tab', { name: 'Checklist' }).click()
  await page.getByRole('checkbox').first().check()
  await expect
    .poll(() => server.database.prepare('select count(*) from plan_history where trip_id = ?').pluck().get(tripId))
    .toBe(3)

  const again = await openHistory(page)
  const entries = again.getByRole('listitem').filter({ has: page.getByRole('button', { expanded: false }) })
  await expect(entries).toHaveCount(3)
  await expectNoAxeFindings(page)
  await again.getByRole('button', { name: `${person.full_name} · Checklist` }).click()
  await expect(again.getByText(new RegExp(`^${person.full_name} ticked “`))).toBeVisible()
  await again
    .getByRole('button', { name: `${person.full_name} · Trip details` })
    .first()
    .click()
  await expect(
    again.getByText(`${person.full_name} changed the destination from “Killarney” to “Bon Echo”`),
  ).toBeVisible()
  await again
    .getByRole('button', { name: `${person.full_name} · Trip details` })
    .last()
    .click()
  await expect(again.getByText(`${person.full_name} set the destination to “Killarney”`)).toBeVisible()

  const first = again.getByRole('listitem').filter({ hasText: `${person.full_name} set the destination` })
  await first.getByRole('button', { name: 'Go back to this point' }).click()
  const question = first.getByRole('region', { name: 'Go back to this point' })
  await expect(question).toContainText('Going back also undoes 1 later change in Trip details, by you:')
  await expect(question).toContainText('changed the destination from “Killarney” to “Bon Echo”')
  expect(stored()).toBe('Bon Echo')
  await expectNoAxeFindings(page)
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(again.getByText('Trip details: back to Jan 1, 2026')).toBeInViewport()
  await expect(first.getByRole('button', { expanded: true })).toBeFocused()
  await expect.poll(stored).toBe('Killarney')
  // The list is up to date: both changes were made within a minute, and nothing is left of them.
  await expect(again.getByText('changed the destination from “Killarney” to “Bon Echo”')).toHaveCount(0)
  await again.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expectField(page, 'Destination', 'Killarney')
  expect(
    server.database
      .prepare('select max(version) from plan_history where trip_id = ? and section = ?')
      .pluck()
      .get(tripId, 'details'),
  ).toBe(3)
})

test.describe('on a phone', () => {
  test.use({ isSignedIn: true, ...touchPhone })

  test('undoing a change brings back what it removed, and leaves what others did since', async ({
    page,
    friend,
    person,
    server,
    createTrip,
  }) => {
    const note = (text: string) => ({ id: randomUUID(), text })
    const [gate, ice, late] = [note('Gate opens at 8'), note('Bring ice'), note('Come late')]
    const [hugo, ben] = [buildParty('Hugo Dahl'), buildParty('Ben Berg')]
    const unsure = { ...ben, persons: ben.persons.map((one) => ({ ...one, coming: 'unsure' })) }
    const plan = { notes: [gate, ice], people: [hugo, ben] }
    const tripId = await createTrip(page, { name: 'Undone', type: 'car_trip', plan })
    // Everybody who is signed in plans a trip without an owner.
    shareWithEverybody(server, tripId)
    server.database
      .prepare("update plan_history set saved_at = '2026-01-01T10:00:00.000Z' where trip_id = ?")
      .run(tripId)
    await storeSection(page, server, tripId, 'notes', [ice])
    await storeSection(page, server, tripId, 'people', [ben])
    await storeSection(friend, server, tripId, 'notes', [ice, late])
    await storeSection(friend, server, tripId, 'people', [unsure])

    await page.goto(`/trip/${tripId}`)
    const history = await openHistory(page)
    const row = (text: string) => history.getByRole('listitem').filter({ hasText: text })
    const undo = (text: string) => row(text).getByRole('button', { name: 'Undo this change' })
    await undo('removed the note “Gate opens at 8”').tap()
    const outcome = history.getByRole('status')
    await expect(outcome).toContainText(`Undone: ${person.full_name} removed the note “Gate opens at 8”.`)
    await expect(outcome).toBeInViewport()
    await expect(undo('removed the note “Gate opens at 8”')).toBeFocused()
    await expectNoAxeFindings(page)
    await undo('removed the note “Gate opens at 8”').tap()
    await expect(outcome).toContainText('Nothing to undo: this has already been undone.')
    await undo('removed “Hugo Dahl” from the list').tap()
    await expect(outcome).toContainText(`Undone: ${person.full_name} removed “Hugo Dahl” from the list.`)
    await expect.poll(() => readPeople(page, server, tripId)).toEqual([hugo, unsure])
    const latest = history.getByRole('listitem').first()
    // What a row says is loaded once it is on the screen.
    await expect(async () => {
      await latest.scrollIntoViewIfNeeded()
      await expect(latest).toContainText('“Hugo Dahl”', { timeout: 1000 })
    }).toPass()
    await outcome.getByRole('button', { name: 'Redo' }).tap()
    await expect.poll(() => readPeople(page, server, tripId)).toEqual([unsure])
    // A change that is undone and redone within a minute leaves no trace.
    await expect(latest).not.toContainText('“Hugo Dahl”')
    await expect(latest.getByRole('button', { name: 'Undo this change' })).toHaveCount(0)
    await history.getByRole('button', { name: 'Close' }).tap()
    await expect(noteTexts(page)).toHaveText(['Gate opens at 8', 'Bring ice', 'Come late'])
  })
})

test('a removal is undone alone, also if two people were merged and others removed in the same minute', async ({
  page,
  server,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const [omar, haddad, cleo, dan] = [
    buildParty('Omar'),
    buildParty('Omar Haddad'),
    buildParty('Cleo'),
    buildParty('Dan'),
  ]
  const plan = { people: [omar, haddad, cleo, dan] }
  const tripId = await createTrip(page, { name: 'Merged', type: 'car_trip', plan })
  server.database.prepare("update plan_history set saved_at = '2026-01-01T10:00:00.000Z' where trip_id = ?").run(tripId)
  await storeSection(page, server, tripId, 'people', [omar, haddad])
  const merged = await page.context().request.post(`${server.address}/api/trips/${tripId}/people/merges`, {
    data: { stays: omar.persons[0]?.id, merged: haddad.persons[0]?.id },
    headers: { origin: server.address },
  })
  expect(merged.ok(), await merged.text()).toBe(true)

  await page.goto(`/trip/${tripId}`)
  const history = await openHistory(page)
  const latest = history.getByRole('listitem').first()
  await expect(latest).toContainText('You can’t undo merging two people. Open this change to undo the rest.')
  await expect(latest.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await latest.getByRole('button', { expanded: false }).click()
  await expect(latest.getByRole('button', { name: /^Undo/ })).toHaveCount(2)
  await expect(latest).not.toContainText('Open this change')
  await expectNoAxeFindings(page)
  await latest.getByRole('button', { name: 'Undo: removed “Dan” from the list' }).click()
  await expect(history.getByRole('status')).toContainText('removed “Dan” from the list.')
  await expect.poll(() => readPeople(page, server, tripId)).toEqual([expect.objectContaining({ id: omar.id }), dan])
})
