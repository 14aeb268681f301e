import type { Page } from '@playwright/test'
import { buildCategory } from '#domain/testing/checklist.ts'
import { expect, test } from './fixtures.ts'
import { choose, joinBy } from './joining.ts'
import { button, dialog, expectSaved, waitForScripts } from './page-parts.ts'
import { editPerson, openAnswers, personRow, setRole } from './people-list.ts'
import { touchPhone } from './phone.ts'
import { readQrCode } from './qr-code.ts'

/* A group comes together, partly offline. Thirty who plan together: web/app/thirty-people.test.tsx. */

const answer = (page: Page, name: string, words: string) =>
  page.getByRole('group', { name: `Is ${name} coming?` }).getByRole('radio', { name: words, exact: true })
const coming = (page: Page) => page.getByRole('group', { name: 'Answers' }).getByRole('button', { name: /\d Coming$/ })

test('a guest joins by QR code, answers for four, works offline and returns; a removed member loses nothing', async ({
  page,
  signIn,
  createTrip,
  openContext,
  register,
  allowConsole,
}) => {
  // Three people on four devices.
  test.setTimeout(240_000)
  allowConsole(
    /net::ERR_INTERNET_DISCONNECTED|will be sent again \(unreachable|The session could not be refreshed|the server responded with a status of 404/,
  )
  await signIn(page)
  const plan = { checklist: [buildCategory('Things', 'Tent', 'Stove')] }
  const id = await createTrip(page, { name: 'Achray in August', type: 'car_trip', plan })
  await page.goto(`/trip/${id}/group`)
  await button(page, 'Invite people').click()
  await button(page, 'Create link').click()
  const square = dialog(page).getByRole('img', { name: 'QR code for the link to Achray in August' })
  const link = await readQrCode(page, await square.screenshot())
  await button(page, 'Done').click()

  const kim = await register({ full_name: 'Kim Okafor' })
  const member = await (await openContext()).newPage()
  await signIn(member, kim)
  await member.goto(link)
  await button(member, `Join as ${kim.full_name}`).click()
  await expect(member.getByText('You’re in.')).toBeVisible()
  await setRole(page, 'Kim Okafor', 'Make organizer')
  await expect(button(member, 'Invite people')).toBeVisible()

  // A guest on a phone answers for four.
  const phone = await (await openContext(touchPhone)).newPage()
  await joinBy(phone, link, 'Ana')
  await answer(phone, 'Ana', 'Coming').check()
  for (const name of ['Ben', 'Cleo', 'Dan']) {
    // The first makes a party of them.
    await button(phone, name === 'Ben' ? 'Add a travel companion' : 'Add person to your party').click()
    await dialog(phone).getByLabel('Name').fill(name)
    await answer(phone, name, 'Coming').check()
    await button(phone, 'Add').click()
  }
  await expectSaved(phone)
  await expect(coming(page)).toHaveAccessibleName('4 Coming')
  await choose(phone, 'Ana', 'Use on another device')
  const code = await dialog(phone)
    .getByText(/^[0-9A-Z]{4} [0-9A-Z]{4}$/)
    .innerText()
  await button(phone, 'Done').click()

  // Offline: a tick and an answer.
  await button(phone, 'Open the plan').click()
  await phone.getByRole('tab', { name: 'Checklist' }).click()
  await expect(phone.getByRole('checkbox', { name: 'Tent' })).toBeVisible()
  await phone.context().setOffline(true)
  await phone.getByRole('checkbox', { name: 'Tent' }).click()
  await button(phone, 'People').click()
  await openAnswers(phone)
  await answer(phone, 'Dan', 'Not coming').check()
  await expect(coming(phone)).toHaveAccessibleName('3 Coming')
  await expect(coming(page)).toHaveAccessibleName('4 Coming')

  // On another device by a code: the same person with the same party.
  const tablet = await (await openContext()).newPage()
  await tablet.goto('/join/code')
  await tablet.getByRole('textbox').fill(code)
  await tablet.keyboard.press('Enter')
  await expect(tablet).toHaveURL('/')
  await tablet.goto(`/trip/${id}/group`)
  await openAnswers(tablet)
  await expect(answer(tablet, 'Ana', 'Coming')).toBeChecked()
  await expect(answer(tablet, 'Dan', 'Coming')).toBeChecked()
  await phone.context().setOffline(false)
  await expect(answer(tablet, 'Dan', 'Not coming')).toBeChecked()
  await expect(coming(page)).toHaveAccessibleName('3 Coming')
  await expect(page.getByRole('heading', { name: '6 people', exact: true })).toBeVisible()
  await tablet.goto(`/trip/${id}?tab=checklist`)
  await expect(tablet.getByRole('checkbox', { name: 'Tent' })).toBeChecked()

  // A member is removed while offline with pending operations.
  await button(member, 'Open the plan').click()
  await expect(button(member, 'Add Note')).toBeVisible()
  await waitForScripts(member)
  await member.context().setOffline(true)
  await button(member, 'Add Note').click()
  await member.keyboard.type('Kim brings the canoe')
  await editPerson(page, 'Kim Okafor', 'Remove access')
  const question = page.getByRole('dialog', { name: 'Remove access for Kim Okafor?' })
  await question.getByRole('button', { name: 'Remove access' }).click()
  await expect(personRow(page, 'Kim Okafor')).toContainText('not joined')
  await member.context().setOffline(false)
  await expect(member).toHaveURL('/')
  const aside = member.getByRole('region', { name: 'Your changes to “Achray in August”' })
  await expect(aside.getByText('Kim brings the canoe')).toBeVisible()
  await expect(member.getByRole('link', { name: 'Achray in August' })).toHaveCount(0)
  await tablet.getByRole('tab', { name: 'Overview' }).click()
  await expect(button(tablet, 'Add Note')).toBeVisible()
  await expect(tablet.getByText('Kim brings the canoe')).toHaveCount(0)
})
