import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { confirmationFor } from '#domain/change-stay.ts'
import type { LocalDate } from '#domain/local-date.ts'
import type { Person } from '#domain/plan/people.ts'
import { TO_CONFIRM } from '#domain/stay.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildPerson } from '#domain/testing/people.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip } from '#web/testing/open-trip.tsx'
import { button, expectCount } from '#web/testing/screen.ts'
import { ConfirmAnswer } from './confirm-answer.tsx'

const first = '2030-08-09' as LocalDate
const dates = datesOf(first, '2030-08-11')

/** Shows the question about somebody; returns the changes that its buttons make. */
async function ask(more: Partial<Person>): Promise<Partial<Person>[]> {
  const changes: Partial<Person>[] = []
  const { show } = await openTrip()
  const person = buildPerson('Kim', more)
  show(<ConfirmAnswer {...{ person, dates }} onChange={(change) => void changes.push(change)} onAnswer={() => {}} />)
  return changes
}

test('somebody who said “if need be” to these dates is asked whether they come', async () => {
  const changes = await ask({ coming: 'unsure', answered_for: TO_CONFIRM, settled_for: first })
  await expect
    .element(page.getByText('Kim said “if need be” to these dates. Please say whether Kim is coming.'))
    .toBeVisible()
  await expectCount(button('Still right'), 0)
  await expectNoAxeFindings()
  await button('Not coming').click()
  await button('Coming').click()
  expect(changes).toEqual([{ coming: 'not_coming' }, { coming: 'coming' }])
})

test('it does not speak of these dates if the answer was about others', async () => {
  await ask({ coming: 'unsure', answered_for: TO_CONFIRM, settled_for: '2030-07-05' as LocalDate })
  await expect.element(page.getByText('Kim said “if need be”. Please say whether Kim is coming.')).toBeVisible()
})

test('somebody who is coming only confirms it', async () => {
  const changes = await ask({ coming: 'coming', answered_for: TO_CONFIRM, settled_for: first })
  await expect.element(page.getByText('The trip’s dates have changed. Is Kim still coming?')).toBeVisible()
  await button('Still right').click()
  expect(changes).toEqual([confirmationFor(first)])
})
