import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { costs, newExpense, newFee, newPayee, newPayer, newPayment, newShare } from '#domain/plan/costs.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, sidewaysScroll } from '#web/testing/screen.ts'
import { FeesPart } from './fees-part.tsx'
import { CostsTab } from './group-tab.tsx'

const child = { kind: 'child' as const }
const ana = buildComing('Ana')
const cleo = buildComing('Cleo')
const ben = buildComing('Ben')
const kim = buildComing('Kim', { coming: 'not_coming' })
const family = { ...buildParty(ben, buildComing('Dora'), buildComing('Mia', child), buildComing('Noa', child)), name: 'The Bergs' }
const own = { id: ROBIN.id, name: '', persons: [buildComing('Robin Tester', { id: ROBIN.id })] }
for (const [w, h] of [[390, 844], [1280, 800]] as const)
  for (const theme of ['light', 'dark'] as const)
    test(`look ${w} ${theme}`, async () => {
      vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-CA')
      await page.viewport(w, h)
      document.documentElement.dataset.theme = theme
      const fee = { ...newFee(newId(), 'EUR', ana.id), name: 'Deposit', adult: 5000, child: 2500, due: '2026-08-07' as never }
      const mine = { ...newFee(newId(), 'EUR', ROBIN.id), name: 'Boat hire', adult: 2000 }
      const gone = { ...newFee(newId(), 'EUR', ''), name: 'Old fee', adult: 2000 }
      const pay = (from: string, to: string, amount: number, feeId: string, change = {}) => ({
        ...newPayment(newId(), { from, to, amount, currency: 'EUR' }, from), fee: feeId, ...change })
      const payments = [
        pay(cleo.id, ana.id, 5000, fee.id, { answer: 'received', answered_amount: 5000, date: '2026-08-01' }),
        pay(ben.id, ana.id, 7500, fee.id),
        pay(kim.id, ana.id, 5000, fee.id, { answer: 'not_received', answered_amount: 5000 }),
        pay(ana.id, ROBIN.id, 2000, mine.id),
        pay(cleo.id, ROBIN.id, 500, mine.id), pay(cleo.id, ROBIN.id, 700, mine.id),
        pay(ben.id, ROBIN.id, 500000, mine.id, { currency: 'JPY' }),
      ]
      const payees = [{ ...newPayee(ana.id), iban: 'DE89370400440532013000', account_name: 'Ana Lake', note: 'Cash is fine', link: 'https://paypal.me/ana' }]
      const expense = { ...newExpense(newId(), 'EUR', ana.id), name: 'House', payers: [newPayer(ana.id, 90000)], shares: [newShare(ROBIN.id), newShare(ana.id), newShare(ben.id)] }
      const opened = await openTrip({
        values: { people: [own, buildParty(ana), family, buildParty(cleo), buildParty(kim)], costs: { ...costs.empty, currency: 'EUR', fees: [fee, mine, gone], payments, payees, expenses: [expense] } },
        members: access(planner(ROBIN, 'owner')),
      })
      const shot = (name: string) => page.screenshot({ path: `/work/main/test-results/look/${name}-${w}-${theme}.png` })
      opened.show(<div className="max-w-xl"><FeesPart trip={opened.trip} failures={{}} /></div>)
      await expect.element(page.getByRole('article', { name: 'Deposit' })).toBeVisible()
      await new Promise((r) => setTimeout(r, 600))
      await page.viewport(w, 2400)
      await shot('fees')
      expect(sidewaysScroll()).toBe(0)
      await button('I’ve paid €50.00 for “Deposit”').click()
      await shot('just')
      await page.viewport(w, h)
      await button('Edit the fee “Deposit”').click()
      await expect.element(dialog()).toBeVisible()
      await new Promise((r) => setTimeout(r, 500))
      await shot('fee-dialog')
      await userEvent.keyboard('{Escape}')
      await new Promise((r) => setTimeout(r, 400))
      await button('Add how to pay you').click()
      await new Promise((r) => setTimeout(r, 500))
      await shot('payee-dialog')
      await dialog().getByRole('button', { name: 'Cancel' }).click()
      await new Promise((r) => setTimeout(r, 300))
      opened.show(<CostsTab trip={opened.trip} failures={{}} />)
      await new Promise((r) => setTimeout(r, 600))
      await page.viewport(w, 2600)
      await shot('settle')
      await page.viewport(w, h)
      await button(/^I paid this: You to Ana/).click()
      await new Promise((r) => setTimeout(r, 800))
      await page.viewport(w, 1200)
      await shot('payment-dialog')
    })
